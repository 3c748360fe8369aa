import type { RedisClient } from '../connecting/redis-client.ts';
import { orRedisError } from '../redis-replies.ts';
import { IoredisCommands } from './ioredis-commands.ts';

/**
 * Returns when each key expires by Redis's clock, in milliseconds since the epoch; undefined if it does not
 * expire or exist.
 * @throws {RedisError}
 */
export async function readExpiries(
  redis: RedisClient,
  keys: readonly string[],
): Promise<readonly (number | undefined)[]> {
  if (keys.length === 0) return [];
  const [nowMs, ...remaining] = await Promise.all([
    new IoredisCommands(redis).time(),
    ...keys.map(async (key) => await orRedisError(redis.pttl(key))),
  ]);
  return remaining.map((ms) => (ms < 0 ? undefined : Math.floor(nowMs) + ms));
}
