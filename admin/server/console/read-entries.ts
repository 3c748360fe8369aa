import { readFeatures, readTimedFeatures } from '../../../node/redis/read-features.ts';
import type { RedisClient } from '../../../node/redis/redis-client.ts';
import { unlessWrongType } from '../../../node/redis/redis-replies.ts';
import type { ListEntries } from './list-contents.ts';

/** Names of one list that are read. More would take too much memory in the browser. */
const MAX_NAMES = 250_000;

/**
 * Reads the entries of a list. A key of another type has no entries.
 * @param key the key of the set
 * @param timedKey the key of the sorted set
 * @throws {RedisError}
 */
export async function readEntries(redis: RedisClient, key: string, timedKey: string): Promise<ListEntries> {
  const features = await unlessWrongType(readFeatures(redis, key, MAX_NAMES));
  const until = await unlessWrongType(readTimedFeatures(redis, timedKey, MAX_NAMES));
  const isComplete = [features, until].every((entries) => (entries?.size ?? 0) <= MAX_NAMES);
  return { features: features ?? new Set(), until: until ?? new Map(), isComplete };
}
