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
export class DeliveredPositions {
  readonly #redis: RedisClient;
  readonly #key: string;
  readonly #latestIds: Map<string, string>;
  readonly #startId: string;

  private constructor(redis: RedisClient, key: string, latestIds: Map<string, string>, startId: string) {
    this.#redis = redis;
    this.#key = key;
    this.#latestIds = latestIds;
    this.#startId = startId;
  }

  /**
   * Reads the positions.
   * @param agoMs how long ago a webhook starts that has none, in milliseconds
   * @throws {RedisError}
   */
  static async load(
    redis: RedisClient,
    commands: IoredisCommands,
    key: string,
    agoMs: number,
  ): Promise<DeliveredPositions> {
    const stored = new Map(await commands.hgetall(key));
    const startId = stored.get(START) ?? (await readStartId(redis, agoMs));
    const positions = new DeliveredPositions(redis, key, stored, startId);
    await positions.save([]);
    return positions;
  }

  isDelivered({ entryId, stream }: Position): boolean {
    const latestId = this.#latestIds.get(stream) ?? this.#startId;
    return newestFirst({ entryId: latestId, stream }, { entryId, stream }) <= 0;
  }

  /**
   * Records entries as delivered. What Redis does not save is delivered again after a restart.
   * @param entries the oldest first
   * @throws {RedisError}
   */
  async save(entries: readonly Position[]): Promise<void> {
    for (const { entryId, stream } of entries) this.#latestIds.set(stream, entryId);
    // Redis may have lost the start with its data.
    const saved = new Map([[START, this.#startId]]);
    for (const { entryId, stream } of entries) saved.set(stream, entryId);
    await orRedisError(this.#redis.hset(this.#key, saved));
  }
}
