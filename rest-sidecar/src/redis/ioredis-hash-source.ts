import { isWrongType } from '../../../shared/redis/redis-error.ts';
import type { RedisError } from '../../../shared/redis/redis-error.ts';
import type { HashSource } from '../snapshots/hash-source.ts';
import type { Pairs } from '../snapshots/pairs.ts';
import { encodeHmget, HmgetCommand } from './hmget-command.ts';
import type { RedisClient } from './redis-client.ts';
import { orRedisError } from './redis-replies.ts';

/** Fields a piece: some 2 ms of Redis's time, in which it serves nobody else. */
const PIECE = 1000;

interface EncodedRead {
  readonly key: string;
  readonly bytes: Buffer;
}

/** {@link HashSource} on what `createRedisClient()` connects. */
export class IoredisHashSource implements HashSource {
  readonly #redis: RedisClient;
  /** Of each list of names that is still in use. */
  readonly #encoded = new WeakMap<readonly string[], EncodedRead>();

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  async size(key: string): Promise<number> {
    return await orRedisError(this.#redis.hlen(key));
  }

  async names(key: string): Promise<readonly string[]> {
    return await orRedisError(this.#redis.hkeys(key));
  }

  async read(key: string, fields: readonly string[]): Promise<readonly (string | null)[]> {
    const command = new HmgetCommand(key, this.#encode(key, fields));
    return await orRedisError(this.#redis.sendCommand(command) as Promise<(string | null)[]>);
  }

  #encode(key: string, fields: readonly string[]): Buffer {
    const kept = this.#encoded.get(fields);
    if (kept?.key === key) return kept.bytes;
    const bytes = encodeHmget(key, fields);
    this.#encoded.set(fields, { key, bytes });
    return bytes;
  }

  async readEach(keys: readonly string[]): Promise<readonly (Pairs | RedisError)[]> {
    return await Promise.all(keys.map(async (key) => await this.#readOne(key)));
  }

  async #readOne(key: string): Promise<Pairs | RedisError> {
    const pairs: string[] = [];
    let cursor = '0';
    try {
      do {
        const [next, told] = await orRedisError(this.#redis.hscan(key, cursor, 'COUNT', PIECE));
        for (const text of told) pairs.push(text);
        cursor = next;
      } while (cursor !== '0');
      return pairs;
    } catch (error) {
      if (isWrongType(error)) return error;
      throw error;
    }
  }
}
