import type { RedisCommands, SetNxPxReply } from '../../shared/redis/redis-commands.ts';

/** `setNxPx` of each key, all in one turn. Rejects with the first failure. */
export function setEach(
  commands: Pick<RedisCommands, 'setNxPx'>,
  keys: readonly string[],
  value: string,
  ttlMs: number,
): Promise<readonly SetNxPxReply[]> {
  return Promise.all(keys.map((key) => commands.setNxPx(key, value, ttlMs)));
}
