import { subjectOf } from '../../../shared/rate-limit/rate-limit.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { IoredisCommands } from '../redis/ioredis-commands.ts';
import { readFeatures } from '../redis/read-features.ts';
import type { RedisClient } from '../redis/redis-client.ts';
import { runPipeline, unlessWrongType } from '../redis/redis-replies.ts';

/** One blocklist. */
export interface BlocklistView {
  /** Whose list it is; absent for the global one. */
  readonly client?: string;
  /** How many features are blocked. */
  readonly size: number;
  /** In code unit order; of a very long list the first that were found. */
  readonly features: readonly string[];
}

/** The global blocklist, and each client with a personal one, in code unit order. */
export interface BlocklistsView {
  readonly global: BlocklistView;
  readonly clients: readonly { readonly client: string; readonly size: number }[];
}

/** Which limits a player has reached, and until when. */
export interface RateLimitsView {
  /** UUID, in lower case with hyphens. */
  readonly player: string;
  /** `until`: when the permit is free again, in milliseconds since the Unix epoch by the clock of Redis. */
  readonly limits: readonly { readonly method: string; readonly until: number }[];
}

/** Features of one list that are shown. More would help nobody, and hold up Redis and the sidecar. */
const MOST_FEATURES = 10_000;

/** What operators see of what both programs share, read from Redis when they ask. */
export class OperatorViews {
  readonly #redis: RedisClient;
  readonly #keys: RedisKeys;
  readonly #methods: readonly string[];

  /** @param methods that have a limit */
  constructor(redis: RedisClient, keys: RedisKeys, methods: readonly string[]) {
    this.#redis = redis;
    this.#keys = keys;
    this.#methods = methods;
  }

  async blocklists(): Promise<BlocklistsView> {
    const { blocklistClients, blocklistGlobal } = this.#keys;
    const clientKeys = await new IoredisCommands(this.#redis).keysStartingWith(blocklistClients);
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
  async rateLimitsOf(player: string): Promise<RateLimitsView> {
    const limits = this.#methods.map(async (method) => {
      const until = await this.#expiryOf(this.#keys.rateLimitOf(subjectOf(method, player)));
      return until === undefined ? [] : [{ method, until }];
    });
    return { player, limits: (await Promise.all(limits)).flat() };
  }

  /** A key that holds no set is an empty list, as it is for the plugin. */
  async #list(key: string): Promise<BlocklistView> {
    const size = await this.#sizeOf(key);
    if (size === 0) return { size, features: [] };
    const features = await readFeatures(this.#redis, key, MOST_FEATURES);
    const shown = [...features].slice(0, MOST_FEATURES).sort();
    return { size: Math.max(size, shown.length), features: shown };
  }

  async #sizeOf(key: string): Promise<number> {
    return (await unlessWrongType(this.#redis.scard(key))) ?? 0;
  }

  /** @returns when a key expires, by the clock of Redis; undefined where it does not, or is not there */
  async #expiryOf(key: string): Promise<number | undefined> {
    const [time, remaining] = await runPipeline(this.#redis.pipeline().time().pttl(key));
    const [seconds = 0, microseconds = 0] = (time as (string | number)[]).map(Number);
    const remainingMs = Number(remaining);
    return remainingMs < 0 ? undefined : seconds * 1000 + Math.floor(microseconds / 1000) + remainingMs;
  }
}
