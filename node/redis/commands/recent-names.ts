import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { Names } from '../../../shared/rest/console.ts';
import type { RedisClient } from '../connecting/redis-client.ts';
import { unlessWrongType } from '../redis-replies.ts';

/** The maximum size of a catalogue. */
const MAX_NAMES = 1000;

/**
 * Reads names that mods have sent, the latest first. A key of another type contains none.
 * @param key of a catalogue
 * @throws {RedisError}
 */
export async function readRecent(redis: RedisClient, key: string): Promise<readonly string[]> {
  return (await unlessWrongType(redis.zrevrange(key, 0, MAX_NAMES - 1))) ?? [];
}

/** Reads all names that mods have sent recently. @throws {RedisError} */
export async function readRecentNames(redis: RedisClient, keys: RedisKeys): Promise<Names> {
  const [clients, features] = await Promise.all([
    readRecent(redis, keys.catalogueClients),
    readRecent(redis, keys.catalogueFeatures),
  ]);
  return { clients, features };
}
