import type { ProcessCommands } from './loss/serving-processes.ts';

/**
 * The Redis commands of the plugin, named as in Redis; the other programs use some of them, too. Implemented
 * by a Lettuce adapter in the proxy and ioredis adapters in the other programs and the tests; the logic above
 * them exists once, in `shared/redis`.
 *
 * Every call settles: it rejects with a {@link RedisError} if Redis is unreachable, replies with an error, or
 * exceeds the adapter's command timeout (500 ms by default). Adapters never queue commands while
 * disconnected, and never send a command twice.
 */
export interface RedisCommands extends ProcessCommands {
  /**
   * `SET key value NX PX ttlMs`, followed by `PTTL key` if the key already exists.
   * @param ttlMs a whole number of milliseconds, at least 1
   */
  setNxPx(key: string, value: string, ttlMs: number): Promise<SetNxPxReply>;

  /** `SET key value NX`. */
  setNx(key: string, value: string): Promise<void>;

  /**
   * `HSET key field value …` and `PEXPIRE key ttlMs`, in one round trip, but not in one step: a hash that did
   * not exist before has no expiry if only the first command is executed.
   * @param fields at least one
   * @param ttlMs a whole number of milliseconds, at least 1
   */
  hsetPx(key: string, fields: Readonly<Record<string, string>>, ttlMs: number): Promise<void>;

  /**
   * `EVALSHA`, or `EVAL` if Redis does not know the script yet. The script returns one text of JSON, so that
   * no adapter has to convert nested replies.
   * @param keys all in one slot of a cluster
   * @returns the value of the JSON
   */
  evaluate(script: RedisScript, keys: readonly string[], args: readonly string[]): Promise<unknown>;

  /**
   * `TIME`: milliseconds since the epoch by Redis's clock, with fractions; in a cluster, by that of one
   * master.
   */
  time(): Promise<number>;

  /**
   * Every key that starts with one of the prefixes, found with one `SCAN` of all keys, in a cluster on every
   * master; without duplicates and unordered. For several prefixes it may return further keys. Rejects if a
   * master is not connected, because its keys would appear to be missing.
   * @param nextPage awaited between two pages of the `SCAN`; if it rejects, so does the call
   */
  keysStartingWith(prefixes: readonly string[], nextPage?: NextPage): Promise<readonly string[]>;

  /**
   * `ZREVRANGE key 0 count-1`: the members with the highest scores, in descending order. Empty if the key
   * does not exist.
   */
  zrevrange(key: string, count: number): Promise<readonly string[]>;
}

export type NextPage = () => Promise<void>;

export interface SetNxPxReply {
  /** Whether the key did not exist and was set by this call. */
  readonly stored: boolean;
  /**
   * Remaining time to live of the key in milliseconds, by Redis's clock; 0 if it is about to expire, -1 if it
   * never expires.
   */
  readonly ttlMs: number;
}

/** A Lua script that returns one text of JSON. Redis identifies it by its `source`. */
export interface RedisScript {
  readonly source: string;
}
