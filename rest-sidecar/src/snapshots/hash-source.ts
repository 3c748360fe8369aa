import type { RedisError } from '../../../shared/redis/redis-error.ts';
import type { Pairs } from './pairs.ts';

/** Where in a hash to go on reading; `0` is where it begins and, in a piece, that it has ended. */
export type Cursor = string;

export interface HashPiece {
  readonly next: Cursor;
  /** In the order in which Redis tells them, which is the same for as long as nothing is added or removed. */
  readonly pairs: Pairs;
}

/** Hashes of Redis, told so that two readings can be compared before anything is looked up. Filled by an ioredis adapter. */
export interface HashSource {
  /**
   * `HSCAN` from each of the cursors, some thousand fields each, in one round trip.
   * @throws {RedisError} `wrong-type` where the key holds no hash
   */
  scan(key: string, cursors: readonly Cursor[]): Promise<readonly HashPiece[]>;

  /**
   * All of each of these hashes, in one round trip where they are small. Empty where there is no such key.
   * @returns for each key its pairs, or the error for one of another type
   * @throws {RedisError} of any other kind
   */
  readEach(keys: readonly string[]): Promise<readonly (Pairs | RedisError)[]>;

  /** Those of the fields that the hash has. @throws {RedisError} */
  findFields(key: string, fields: readonly string[]): Promise<ReadonlySet<string>>;
}
