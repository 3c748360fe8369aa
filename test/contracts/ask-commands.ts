import type { ProcessCommands } from '../../shared/redis/loss/serving-processes.ts';
import type { RedisCommands, SetNxPxReply } from '../../shared/redis/redis-commands.ts';

/** What a set says of itself: it can be asked, not walked. */
export interface SetReading {
  readonly size: number;
  /** Of each name asked for, in their order, whether it is in the set. */
  readonly held: readonly boolean[];
}

/** Reads a set, and asks it where it is. @returns undefined where the key holds another type */
export async function readSet(
  commands: Pick<RedisCommands, 'smembers'>,
  key: string,
  names: readonly string[],
): Promise<SetReading | undefined> {
  const [features] = await commands.smembers([key]);
  return features && { size: features.size, held: names.map((name) => features.has(name)) };
}

/** What a sorted set of timed blocks says of itself. */
export interface TimedReading {
  readonly size: number;
  /** Of each name asked for, in their order, when it ends; null where it is not in there. */
  readonly until: readonly (number | null)[];
  /** The next end after each of these times; null for none. */
  readonly next: readonly (number | null)[];
  /** What is blocked at the first of these times, sorted. */
  readonly blocked: readonly string[];
}

/** Reads timed blocks, and asks them where they are. @returns undefined where the key holds another type */
export async function readTimed(
  commands: Pick<RedisCommands, 'zscan'>,
  key: string,
  names: readonly string[],
  times: readonly number[],
): Promise<TimedReading | undefined> {
  const [timed] = await commands.zscan([key]);
  return (
    timed && {
      size: timed.size,
      until: names.map((name) => timed.untilMs(name) ?? null),
      next: times.map((nowMs) => timed.nextEndMs(nowMs)).map((end) => (end === Infinity ? null : end)),
      blocked: [...timed.blockedAt(times[0] ?? 0)].sort(),
    }
  );
}

/** What is known of the processes that serve. */
export interface ProcessReading {
  readonly ids: readonly string[];
  /** Of each key asked for, in their order, the process that serves it. */
  readonly serving: readonly string[];
}

/** Asks which processes there are, and for each key which of them it is, where that is known. */
export async function readProcesses(
  commands: ProcessCommands,
  keys: readonly string[],
): Promise<ProcessReading> {
  const processes = await commands.processes();
  return { ids: processes.ids, serving: keys.map((key) => processes.of(key)) };
}

/** `setNxPx` of each key, all in one turn. Rejects with the first failure. */
export function setEach(
  commands: Pick<RedisCommands, 'setNxPx'>,
  keys: readonly string[],
  value: string,
  ttlMs: number,
): Promise<readonly SetNxPxReply[]> {
  return Promise.all(keys.map((key) => commands.setNxPx(key, value, ttlMs)));
}
