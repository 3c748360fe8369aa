import type { RedisClient } from './redis-client.ts';
import { SCAN_COUNT, scanPieces } from './redis-replies.ts';
import { toEndMs } from './timed-scores.ts';

/**
 * The features of a list that are blocked for good, by `SSCAN`.
 * @param key of the set
 * @param most reading ends where there are more; some more than these may be returned
 * @throws {RedisError}
 */
export async function readFeatures(
  redis: RedisClient,
  key: string,
  most = Infinity,
): Promise<ReadonlySet<string>> {
  const features = new Set<string>();
  const scan = async (cursor: string) => await redis.sscan(key, cursor, 'COUNT', SCAN_COUNT);
  for await (const piece of scanPieces(scan)) {
    for (const feature of piece) features.add(feature);
    if (features.size > most) break;
  }
  return features;
}

/**
 * The features of a list that are blocked until a time, those that are over included, by `ZSCAN`.
 * @param key of the sorted set
 * @param most reading ends where there are more; some more than these may be returned
 * @returns feature → milliseconds since the epoch, by Redis's clock
 * @throws {RedisError}
 */
export async function readTimedFeatures(
  redis: RedisClient,
  key: string,
  most = Infinity,
): Promise<ReadonlyMap<string, number>> {
  const until = new Map<string, number>();
  const scan = async (cursor: string) => await redis.zscan(key, cursor, 'COUNT', SCAN_COUNT);
  for await (const piece of scanPieces(scan)) {
    for (let index = 0; index + 1 < piece.length; index += 2)
      until.set(piece[index] ?? '', toEndMs(piece[index + 1] ?? ''));
    if (until.size > most) break;
  }
  return until;
}
