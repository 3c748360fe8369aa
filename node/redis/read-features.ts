import type { RedisClient } from './redis-client.ts';
import { SCAN_COUNT, scanBatches } from './redis-replies.ts';
import { toEndMs } from './timed-scores.ts';

/**
 * Reads the permanently blocked features of a list, by `SSCAN`.
 * @param key of the set
 * @param limit reading ends once more features than this are read; slightly more may be returned
 * @throws {RedisError}
 */
export async function readFeatures(
  redis: RedisClient,
  key: string,
  limit = Infinity,
): Promise<ReadonlySet<string>> {
  const features = new Set<string>();
  const scan = async (cursor: string) => await redis.sscan(key, cursor, 'COUNT', SCAN_COUNT);
  for await (const batch of scanBatches(scan)) {
    for (const feature of batch) features.add(feature);
    if (features.size > limit) break;
  }
  return features;
}

/**
 * Reads the timed blocks of a list, including those that have ended, by `ZSCAN`.
 * @param key of the sorted set
 * @param limit reading ends once more features than this are read; slightly more may be returned
 * @returns the end of each block by feature, in milliseconds since the Unix epoch, by Redis's clock
 * @throws {RedisError}
 */
export async function readTimedFeatures(
  redis: RedisClient,
  key: string,
  limit = Infinity,
): Promise<ReadonlyMap<string, number>> {
  const until = new Map<string, number>();
  const scan = async (cursor: string) => await redis.zscan(key, cursor, 'COUNT', SCAN_COUNT);
  for await (const batch of scanBatches(scan)) {
    for (let index = 0; index + 1 < batch.length; index += 2)
      until.set(batch[index] ?? '', toEndMs(batch[index + 1] ?? ''));
    if (until.size > limit) break;
  }
  return until;
}
