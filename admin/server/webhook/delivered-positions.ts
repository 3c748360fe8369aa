import type { IoredisCommands } from '../../../node/redis/commands/ioredis-commands.ts';
import type { RedisClient } from '../../../node/redis/connecting/redis-client.ts';
import { orRedisError } from '../../../node/redis/redis-replies.ts';
import { newestFirst } from '../../../shared/redis/blocklists/history/history-page.ts';
import type { LocatedChange, Position } from '../../../shared/redis/blocklists/history/history-page.ts';
import { readStartId } from '../data/start-id.ts';

/** The field with the position from which a history without a field of its own is delivered. */
const START = 'start';

/**
 * What a webhook has delivered, in memory and in a hash of Redis: by audit stream, the id of the latest
 * delivered entry. There is no common position of all streams, as their entries are not read in one order.
 */
export class DeliveredPositions {
  readonly #redis: RedisClient;
  readonly #key: string;
  readonly #positions: Map<string, string>;

  private constructor(redis: RedisClient, key: string, positions: Map<string, string>) {
    this.#redis = redis;
    this.#key = key;
    this.#positions = positions;
  }

  /** Reads the positions. A webhook that has none starts now. @throws {RedisError} */
  static async load(redis: RedisClient, commands: IoredisCommands, key: string): Promise<DeliveredPositions> {
    const stored = new Map(await commands.hgetall(key));
    if (!stored.has(START)) stored.set(START, await readStartId(redis));
    const positions = new DeliveredPositions(redis, key, stored);
    await positions.save([]);
    return positions;
  }

  isDelivered({ change, entryId, stream }: LocatedChange): boolean {
    const latestId = this.#positions.get(stream) ?? this.#positions.get(START) ?? '';
    // Thousands of entries are compared with each message, and nearly all by their times alone.
    const laterMs = change.atMs - Number.parseInt(latestId, 10);
    return laterMs === 0 ? newestFirst({ entryId: latestId, stream }, { entryId, stream }) <= 0 : laterMs < 0;
  }

  /**
   * Records entries as delivered. What Redis does not save is delivered again after a restart.
   * @param entries the oldest first
   * @throws {RedisError}
   */
  async save(entries: readonly Position[]): Promise<void> {
    // Redis may have lost the start with its data.
    const saved = new Map([[START, this.#positions.get(START) ?? '']]);
    for (const { entryId, stream } of entries) {
      this.#positions.set(stream, entryId);
      saved.set(stream, entryId);
    }
    await orRedisError(this.#redis.hset(this.#key, saved));
  }
}
