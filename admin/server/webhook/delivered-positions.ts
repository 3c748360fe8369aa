import type { IoredisCommands } from '../../../node/redis/commands/ioredis-commands.ts';
import type { RedisClient } from '../../../node/redis/connecting/redis-client.ts';
import { orRedisError } from '../../../node/redis/redis-replies.ts';
import { newestFirst } from '../../../shared/redis/blocklists/history/history-page.ts';
import type { Position } from '../../../shared/redis/blocklists/history/history-page.ts';
import { readStartId } from '../data/start-id.ts';

/** The field with the position from which a history without a field of its own is delivered. */
const START = 'start';

/**
 * What a webhook has delivered, in memory and in a hash of Redis: by history, the id of the latest
 * delivered entry. There is no common position of all streams, as their entries are not read in one order.
 */
export type DeliveredPositions = Awaited<ReturnType<typeof loadPositions>>;

/**
 * Reads the positions.
 * @param key of the hash
 * @param agoMs how long ago a webhook starts that has none, in milliseconds
 * @throws {RedisError}
 */
export async function loadPositions(
  redis: RedisClient,
  commands: IoredisCommands,
  key: string,
  agoMs: number,
) {
  const latestIds = new Map(await commands.hgetall(key));
  const startId = latestIds.get(START) ?? (await readStartId(redis, agoMs));
  /**
   * Records entries as delivered, the oldest first. What Redis does not save is delivered again after a
   * restart.
   * @throws {RedisError}
   */
  const save = async (entries: readonly Position[]): Promise<void> => {
    const delivered = entries.map(({ entryId, stream }) => [stream, entryId] as const);
    for (const [stream, entryId] of delivered) latestIds.set(stream, entryId);
    // Redis may have lost the start with its data.
    await orRedisError(redis.hset(key, new Map([[START, startId], ...delivered])));
  };
  const isDelivered = ({ entryId, stream }: Position): boolean => {
    const latestId = latestIds.get(stream) ?? startId;
    return newestFirst({ entryId: latestId, stream }, { entryId, stream }) <= 0;
  };
  await save([]);
  return { isDelivered, save };
}
