import type { IoredisCommands } from '../../../node/redis/commands/ioredis-commands.ts';
import type { RedisClient } from '../../../node/redis/connecting/redis-client.ts';
import { orRedisError } from '../../../node/redis/redis-replies.ts';
import { newestFirst, parsePosition } from '../../../shared/redis/blocklists/history/history-page.ts';
import type { LocatedChange, Position } from '../../../shared/redis/blocklists/history/history-page.ts';
import { readStartId } from '../data/start-id.ts';

/** The field with the position from which a history without a field of its own is delivered. */
const START = 'start';
/** The field with the change that the receiver refuses at present, and how often it has. */
const REFUSED = 'refused';

/** A change that the receiver refuses. */
interface RefusedChange extends Position {
  readonly tries: number;
}

/**
 * What a webhook has delivered, in memory and in a hash of Redis: by history, the id of the latest
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
    if (!stored.has(START)) stored.set(START, await readStartId(redis, agoMs));
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

  /** The change that the receiver has refused, unless it was accepted or skipped since. */
  get refused(): RefusedChange | undefined {
    const [, tries, position] = /^(\d+) (.*)$/s.exec(this.#positions.get(REFUSED) ?? '') ?? [];
    const parsed = parsePosition(position ?? '');
    return parsed && { ...parsed, tries: Number(tries) };
  }

  /** Records that the receiver has refused a change. @throws {RedisError} */
  async saveRefused({ entryId, stream, tries }: RefusedChange): Promise<void> {
    this.#positions.set(REFUSED, `${tries} ${entryId}@${stream}`);
    await this.save([]);
  }

  /**
   * Records entries as delivered. What Redis does not save is delivered again after a restart.
   * @param entries the oldest first
   * @throws {RedisError}
   */
  async save(entries: readonly Position[]): Promise<void> {
    // Redis may have lost the start with its data.
    if (entries.length > 0) this.#positions.set(REFUSED, '');
    const saved = new Map([START, REFUSED].map((field) => [field, this.#positions.get(field) ?? '']));
    for (const { entryId, stream } of entries) {
      this.#positions.set(stream, entryId);
      saved.set(stream, entryId);
    }
    await orRedisError(this.#redis.hset(this.#key, saved));
  }
}
