import type { RedisCommands } from '../redis-commands.ts';

/** What of Redis the operators' views need, beside what both programs use. Every call settles as those of `RedisCommands` do. */
export interface OperatorCommands extends Pick<RedisCommands, 'scard' | 'keysStartingWith'> {
  /**
   * Members of a set, by `SSCAN`, at most `most` of them and none twice.
   * @throws {RedisError} `wrong-type` where the key holds no set
   */
  someMembers(key: string, most: number): Promise<readonly string[]>;

  /** `TIME` and `PTTL key`, as one. `untilMs`: when the key expires, by the clock of Redis; undefined where there is no such key, or it never expires. */
  expiry(key: string): Promise<number | undefined>;
}
