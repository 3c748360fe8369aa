import { IoredisCommands } from '../../../node/redis/commands/ioredis-commands.ts';
import { mastersOf } from '../../../node/redis/connecting/redis-client.ts';
import type { RedisClient } from '../../../node/redis/connecting/redis-client.ts';

/**
 * Returns the time in Redis as a position in each history. In a cluster it is the time of the master whose
 * clock is behind the others, so that no edit from now on has a lower id.
 * @param agoMs how long before now, in milliseconds
 * @throws {RedisError}
 */
export async function readStartId(redis: RedisClient, agoMs = 0): Promise<string> {
  const times = mastersOf(redis).map((master) => new IoredisCommands(master).time());
  return `${Math.floor(Math.min(...(await Promise.all(times))) - agoMs)}-0`;
}
