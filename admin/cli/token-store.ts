import type { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { IoredisCommands } from '../../node/redis/ioredis-commands.ts';
import type { RedisClient } from '../../node/redis/redis-client.ts';
import { orRedisError, runPipeline } from '../../node/redis/redis-replies.ts';
import { parseToken, toFields } from '../server/token-kind.ts';
import type { IssuedToken } from '../server/token.ts';

/**
 * Stores tokens in Redis, each as a hash with the key `token:<SHA-256 of the token>`. The token itself is
 * never stored. Redis deletes expired tokens. Each method throws a `RedisError` if Redis does not answer.
 */
export class TokenStore {
  readonly #redis: RedisClient;
  readonly #commands: IoredisCommands;
  readonly #keys: RedisKeys;

  constructor(redis: RedisClient, keys: RedisKeys) {
    this.#redis = redis;
    this.#commands = new IoredisCommands(redis);
    this.#keys = keys;
  }

  /** Returns all tokens, in no particular order. */
  async list(): Promise<readonly IssuedToken[]> {
    const keys = await this.#commands.keysStartingWith([this.#keys.tokens]);
    const found = keys.map(async (key) => {
      // Undefined for a key of another type.
      const fields = await this.#commands.hgetall(key);
      return fields && parseToken(key.slice(this.#keys.tokens.length), fields);
    });
    return (await Promise.all(found)).filter((token) => token !== undefined);
  }

  async add(token: IssuedToken): Promise<void> {
    const key = this.#keys.tokenOf(token.hash);
    const transaction = this.#redis.multi().hset(key, toFields(token));
    if (token.expiresAt !== undefined) transaction.pexpireat(key, token.expiresAt);
    await runPipeline(transaction);
  }

  async remove(hash: string): Promise<void> {
    await orRedisError(this.#redis.del(this.#keys.tokenOf(hash)));
  }
}
