import { promised } from '../../shared/promised.ts';
import type { RedisCommands, SetNxPxReply } from '../../shared/redis/redis-commands.ts';

/** `setNxPx` of each key, all in one turn. Rejects with the first failure. */
export function setEach(
  commands: Pick<RedisCommands, 'setNxPx'>,
  keys: readonly string[],
  value: string,
  ttlMs: number,
): Promise<readonly SetNxPxReply[]> {
  const replies = keys.map((key) =>
    promised<SetNxPxReply>((later) => {
      commands.setNxPx(key, value, ttlMs, later);
    }),
  );
  return Promise.all(replies);
}
