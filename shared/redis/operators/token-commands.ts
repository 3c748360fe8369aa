import type { RedisCommands } from '../redis-commands.ts';

/**
 * What of Redis tokens need, beside what both programs use. Apart from `RedisCommands`, since the proxy never touches a token. Every call settles as those do.
 */
export interface TokenCommands extends Pick<RedisCommands, 'keysStartingWith'> {
  /** `HGETALL`. Empty where there is no such key. */
  hgetall(key: string): Promise<ReadonlyMap<string, string>>;

  /**
   * `HSET key field value …`, and in the same transaction `PEXPIREAT` where a time is given.
   * @param expiresAt milliseconds since the Unix epoch
   */
  hset(key: string, fields: ReadonlyMap<string, string>, expiresAt: number | undefined): Promise<void>;

  /** `DEL` of one key. @returns whether it was there */
  del(key: string): Promise<boolean>;
}
