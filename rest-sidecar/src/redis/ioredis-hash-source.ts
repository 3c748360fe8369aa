import { RedisError } from '../../../shared/redis/redis-error.ts';
import type { Cursor, HashPiece, HashSource } from '../snapshots/hash-source.ts';
import type { Pairs } from '../snapshots/pairs.ts';
import type { RedisClient } from './redis-client.ts';
import { orRedisError } from './redis-replies.ts';

/** Fields a piece: some 2 ms of Redis's time, in which it serves nobody else. */
const PIECE = 2000;

/** Fields that are asked for by name in one command. */
const NAMED_AT_ONCE = 1000;

/** {@link HashSource} on what `createRedisClient()` connects. */
export class IoredisHashSource implements HashSource {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  async scan(key: string, cursors: readonly Cursor[]): Promise<readonly HashPiece[]> {
    return await Promise.all(cursors.map(async (cursor) => await this.#scanOnce(key, cursor)));
  }

  async readEach(keys: readonly string[]): Promise<readonly (Pairs | RedisError)[]> {
    return await Promise.all(keys.map(async (key) => await this.#readOne(key)));
  }

  async findFields(key: string, fields: readonly string[]): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (let start = 0; start < fields.length; start += NAMED_AT_ONCE) {
      const names = fields.slice(start, start + NAMED_AT_ONCE);
      const values = await orRedisError(this.#redis.hmget(key, ...names));
      for (const name of names.filter((_, index) => values[index] !== null)) found.add(name);
    }
    return found;
  }

  async #scanOnce(key: string, cursor: Cursor): Promise<HashPiece> {
    const [next, pairs] = await orRedisError(this.#redis.hscan(key, cursor, 'COUNT', PIECE));
    return { next, pairs };
  }

  async #readOne(key: string): Promise<Pairs | RedisError> {
    const pairs: string[] = [];
    let cursor = '0';
    try {
      do {
        const piece = await this.#scanOnce(key, cursor);
        for (const text of piece.pairs) pairs.push(text);
        cursor = piece.next;
      } while (cursor !== '0');
      return pairs;
    } catch (error) {
      if (error instanceof RedisError && error.kind === 'wrong-type') return error;
      throw error;
    }
  }
}
