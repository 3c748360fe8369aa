import type { ProcessCommands } from '../../shared/redis/loss/serving-processes.ts';
import type { RedisCommands, SetNxPxReply } from '../../shared/redis/redis-commands.ts';

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
