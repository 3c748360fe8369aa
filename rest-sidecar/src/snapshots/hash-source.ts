import type { RedisError } from '../../../shared/redis/redis-error.ts';
import type { Pairs } from './pairs.ts';

/** Where in a hash to go on reading; `0` is where it begins and, in a piece, that it has ended. */
export type Cursor = string;

export interface HashPiece {
  readonly next: Cursor;
  readonly pairs: Pairs;
}

/** Hashes of Redis, told a part at a time, so that neither side is held up. Filled by an ioredis adapter. */
export interface HashSource {
  /** `HLEN`: how many fields the hash has. @throws {RedisError} `wrong-type` where the key holds no hash */
  size(key: string): Promise<number>;

  /**
   * `HSCAN`, some thousand fields. A field that is there from the first piece to the last is told at least once.
   * @throws {RedisError} `wrong-type` where the key holds no hash
   */
  scan(key: string, cursor: Cursor): Promise<HashPiece>;

  /**
   * `HMGET`: a third of the work for Redis that `HSCAN` is, for who knows the names.
   * @param fields at least one, and a few hundred at most, so that Redis is not held up
   * @returns the values in the order of `fields`, null for those that are not there
   * @throws {RedisError} `wrong-type` where the key holds no hash
   */
  read(key: string, fields: readonly string[]): Promise<readonly (string | null)[]>;

  /**
   * All of each of these hashes, in one round trip where they are small. Empty where there is no such key.
   * @returns for each key its pairs, or the error for one of another type
   * @throws {RedisError} of any other kind
   */
  readEach(keys: readonly string[]): Promise<readonly (Pairs | RedisError)[]>;
}
