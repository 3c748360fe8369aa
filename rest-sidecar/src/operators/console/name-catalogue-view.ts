import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import type { Names } from '../../../../shared/rest/console.ts';
import type { RedisClient } from '../../redis/redis-client.ts';
import { unlessWrongType } from '../../redis/redis-replies.ts';

/** The maximum size of the catalogue. */
const MAX_NAMES = 1000;

/** Reads the names that mods have sent recently, which the console suggests in its input fields. */
export class NameCatalogueView {
  readonly #redis: RedisClient;
  readonly #keys: RedisKeys;

  constructor(redis: RedisClient, keys: RedisKeys) {
    this.#redis = redis;
    this.#keys = keys;
  }

  /** @throws {RedisError} */
  async read(): Promise<Names> {
    const { catalogueClients, catalogueFeatures } = this.#keys;
    const [clients, features] = await Promise.all([
      this.#latest(catalogueClients),
      this.#latest(catalogueFeatures),
    ]);
    return { clients, features };
  }

  async #latest(key: string): Promise<readonly string[]> {
    return (await unlessWrongType(this.#redis.zrevrange(key, 0, MAX_NAMES - 1))) ?? [];
  }
}
