import type { TokenCommands } from '../../../shared/redis/operators/token-commands.ts';
import { IoredisCommands } from './ioredis-commands.ts';
import type { RedisClient } from './redis-client.ts';
import { orRedisError, runPipeline } from './redis-replies.ts';

/** {@link TokenCommands} on what `createRedisClient()` connects. */
export class IoredisTokenCommands implements TokenCommands {
  readonly #redis: RedisClient;
  readonly #reading: IoredisCommands;

  constructor(redis: RedisClient) {
    this.#redis = redis;
    this.#reading = new IoredisCommands(redis);
  }

  async hgetall(key: string): Promise<ReadonlyMap<string, string>> {
    return await this.#reading.hgetall(key);
  }

  async keysStartingWith(prefix: string): Promise<readonly string[]> {
    return await this.#reading.keysStartingWith(prefix);
  }

  async hset(key: string, fields: ReadonlyMap<string, string>, expiresAt: number | undefined): Promise<void> {
    const transaction = this.#redis.multi().hset(key, Object.fromEntries(fields));
    if (expiresAt !== undefined) transaction.pexpireat(key, expiresAt);
    await runPipeline(transaction);
  }

  async del(key: string): Promise<boolean> {
    return (await orRedisError(this.#redis.del(key))) === 1;
  }
}
