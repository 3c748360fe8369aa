import { IoredisCommands } from '../../../node/redis/commands/ioredis-commands.ts';
import { readExpiries } from '../../../node/redis/commands/read-expiries.ts';
import type { RedisClient } from '../../../node/redis/connecting/redis-client.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { LimitedPlayers } from '../../../shared/rest/console.ts';

/** Maximum number of players that are listed. */
const MAX_PLAYERS = 1000;

/** Reads the players that have currently reached a rate limit. @throws {RedisError} */
export async function readLimitedPlayers(
  redis: RedisClient,
  { rateLimits }: RedisKeys,
): Promise<LimitedPlayers> {
  const keys = await new IoredisCommands(redis).keysStartingWith([rateLimits]);
  const listed = keys.slice(0, MAX_PLAYERS);
  const expiries = await readExpiries(redis, listed);
  const limited = listed.flatMap((key, index) => {
    const until = expiries[index];
    const [, method, player] = /^(.+):([0-9a-f-]{36})$/s.exec(key.slice(rateLimits.length)) ?? [];
    return until === undefined || method === undefined || player === undefined
      ? []
      : [{ player, method, until }];
  });
  const total = keys.length - listed.length + limited.length;
  return { limited: limited.sort((a, b) => b.until - a.until), total };
}
