import type { RedisError } from '../../../shared/redis/redis-error.ts';
import type { Pairs } from './pairs.ts';

/** Hashes of Redis, told a part at a time, so that neither side is held up. Filled by an ioredis adapter. */
export interface HashSource {
  /** `HLEN`: how many fields the hash has. @throws {RedisError} `wrong-type` where the key holds no hash */
  size(key: string): Promise<number>;

  /**
   * `HKEYS`: all at one go, in which Redis serves nobody else, 0.4 µs a field.
   * @throws {RedisError} `wrong-type` where the key holds no hash
   */
  names(key: string): Promise<readonly string[]>;

  /**
   * `HMGET`.
   * @param fields at least one, and a few hundred at most, so that Redis is not held up; what is made of a list is kept with it, so that it must not be changed
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
