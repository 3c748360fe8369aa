import type { FeatureSet } from '../feature-control/blocked-features.ts';
import type { TimedFeatures } from '../feature-control/timed-features.ts';
import type { ProcessCommands } from './loss/serving-processes.ts';

/**
 * The Redis commands of the plugin, named as in Redis; the sidecar uses some of them, too. Implemented by
 * a Lettuce adapter in the proxy and ioredis adapters in the sidecar and the tests; the logic above them
 * exists once, in `shared/redis`.
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
   * `EVALSHA`, or `EVAL` if Redis does not know the script yet. The script returns an array of strings and
   * integers, which are converted to strings.
   * @param keys all in one slot of a cluster
   */
  evaluate(script: RedisScript, keys: readonly string[], args: readonly string[]): Promise<readonly string[]>;

  /**
   * All members of each set, in the order of the keys, read in parts with `SSCAN`, so that neither side
   * stalls. Empty if the key does not exist; undefined if it has another type.
   */
  smembers(keys: readonly string[]): Promise<readonly (FeatureSet | undefined)[]>;

  /**
   * All members of each sorted set with their scores, in the order of the keys, read in parts with `ZSCAN`.
   * Empty if the key does not exist; undefined if it has another type.
   */
  zscan(keys: readonly string[]): Promise<readonly (TimedFeatures | undefined)[]>;

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

/** A Lua script. Redis identifies it by its `source`. */
export interface RedisScript {
  readonly source: string;
}
