import type { ProcessCommands } from '../../shared/redis/loss/serving-processes.ts';
import type { RedisCommands, SetNxPxReply } from '../../shared/redis/redis-commands.ts';

/** The queried contents of a set, because iterating a set of the proxy is expensive. */
export interface SetReading {
  readonly size: number;
  /** For each queried name, in their order, whether the set contains it. */
  readonly contained: readonly boolean[];
}

/**
 * Reads a set and queries it in the program that owns it.
 * @returns undefined if the key has another type
 */
export async function readSet(
  commands: Pick<RedisCommands, 'smembers'>,
  key: string,
  names: readonly string[],
): Promise<SetReading | undefined> {
  const [features] = await commands.smembers([key]);
  return features && { size: features.size, contained: names.map((name) => features.has(name)) };
}

/** Timed blocks with their ends, ordered by feature. */
export type TimedReading = readonly (readonly [feature: string, endMs: number])[];

/** Reads timed blocks. @returns undefined if the key has another type */
export async function readTimed(
  commands: Pick<RedisCommands, 'zscan'>,
  key: string,
): Promise<TimedReading | undefined> {
  const [timed] = await commands.zscan([key]);
  return timed && [...timed].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** The processes that serve Redis's keys. */
export interface ProcessReading {
  readonly ids: readonly string[];
  /** For each queried key, in their order, the process that serves it. */
  readonly serving: readonly string[];
}

/** Returns all processes, and the one that serves each key. */
export async function readProcesses(
  commands: ProcessCommands,
  keys: readonly string[],
): Promise<ProcessReading> {
  const processes = await commands.processes();
  return { ids: processes.ids, serving: keys.map((key) => processes.of(key)) };
}

/** Calls `setNxPx` for each key, all in the same tick. Rejects with the first failure. */
export function setEach(
  commands: Pick<RedisCommands, 'setNxPx'>,
  keys: readonly string[],
  value: string,
  ttlMs: number,
): Promise<readonly SetNxPxReply[]> {
  return Promise.all(keys.map((key) => commands.setNxPx(key, value, ttlMs)));
}
