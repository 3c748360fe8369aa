import { subjectOf } from '../../shared/rate-limit/rate-limit.ts';
import type { RedisKeys } from '../../shared/redis/redis-keys.ts';
import type { PlayerLimits } from '../../shared/rest/console.ts';
import { IoredisCommands } from '../../node/redis/ioredis-commands.ts';
import { readExpiries } from '../../node/redis/read-expiries.ts';
import { readFeatures } from '../../node/redis/read-features.ts';
import type { RedisClient } from '../../node/redis/redis-client.ts';
import { unlessWrongType } from '../../node/redis/redis-replies.ts';

/** The permanent blocks of a list. */
export interface BlocklistView {
  /** The client of a personal list; absent for the global one. */
  readonly client?: string;
  /** Number of them. */
  readonly size: number;
  /** The features in code unit order; of a list with more than 10,000, the first ones that were found. */
  readonly features: readonly string[];
}

/** The permanent blocks of the global list, and the clients with permanent blocks, in code unit order. */
export interface BlocklistsView {
  readonly global: BlocklistView;
  readonly clients: readonly { readonly client: string; readonly size: number }[];
}

/** Features of one list that are returned. More are of no use, and would slow down Redis and the sidecar. */
const MAX_FEATURES = 10_000;

/** Views of blocklists and rate limits, read from Redis at each request. */
export class OperatorViews {
  readonly #redis: RedisClient;
  readonly #keys: RedisKeys;
  readonly #methods: readonly string[];

  /** @param methods the names of the methods that have a rate limit */
  constructor(redis: RedisClient, keys: RedisKeys, methods: readonly string[]) {
    this.#redis = redis;
    this.#keys = keys;
    this.#methods = methods;
  }

  async blocklists(): Promise<BlocklistsView> {
    const { blocklistClients, blocklistGlobal } = this.#keys;
    const clientKeys = await new IoredisCommands(this.#redis).keysStartingWith([blocklistClients]);
    const sizes = clientKeys.toSorted().map(async (key) => ({
      client: key.slice(blocklistClients.length),
      size: await this.#sizeOf(key),
    }));
    const [global, clients] = await Promise.all([this.#list(blocklistGlobal), Promise.all(sizes)]);
    return { global, clients };
  }

  async blocklistOf(client: string): Promise<BlocklistView> {
    return { client, ...(await this.#list(this.#keys.blocklistOf(client))) };
  }

  /** @param player UUID, in lower case with hyphens */
  async rateLimitsOf(player: string): Promise<PlayerLimits> {
    const keys = this.#methods.map((method) => this.#keys.rateLimitOf(subjectOf(method, player)));
    const expiries = await readExpiries(this.#redis, keys);
    const limits = this.#methods.flatMap((method, index) => {
      const until = expiries[index];
      return until === undefined ? [] : [{ method, until }];
    });
    return { player, limits };
  }

  /** Reads a list. A key of another type is an empty list, as in the plugin. */
  async #list(key: string): Promise<BlocklistView> {
    const size = await this.#sizeOf(key);
    if (size === 0) return { size, features: [] };
    const features = await readFeatures(this.#redis, key, MAX_FEATURES);
    const shown = [...features].slice(0, MAX_FEATURES).sort();
    return { size: Math.max(size, shown.length), features: shown };
  }

  async #sizeOf(key: string): Promise<number> {
    return (await unlessWrongType(this.#redis.scard(key))) ?? 0;
  }
}
