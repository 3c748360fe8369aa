import type { RedisCommands } from '../redis-commands.ts';

/** What of Redis an admin's commands need, beside what both programs use. Every call settles as those of `RedisCommands` do. */
export interface NameCommands extends Pick<
  RedisCommands,
  'evaluate' | 'sadd' | 'srem' | 'scard' | 'smismember'
> {
  /**
   * Members of a set that begin with `prefix`, by `SSCAN`, at most `most` of them and none twice. Of a large set only a part is looked at, so that neither side is held
   * up.
   * @throws {RedisError} `wrong-type` where the key holds no set
   */
  membersStartingWith(key: string, prefix: string, most: number): Promise<readonly string[]>;

  /** `ZREVRANGE key 0 count-1`: the members with the highest scores, those first. Empty where there is no such key. */
  zrevrange(key: string, count: number): Promise<readonly string[]>;
}
