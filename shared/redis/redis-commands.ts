import type { FeatureSet } from '../feature-control/blocked-features.ts';
import type { TimedFeatures } from '../feature-control/timed-features.ts';
import type { ProcessCommands } from './loss/serving-processes.ts';

/** What `scard` says of a key that holds no set, and `zcard` of one that holds no sorted set. */
export const WRONG_TYPE = -1;

/**
 * The few Redis commands that both programs use, named as Redis names them. Filled by an ioredis adapter in
 * the sidecar and a Lettuce adapter in the proxy; the logic over it is written once, here in `shared/redis`.
 *
 * Every call is answered: it fails with a {@link RedisError} when Redis is unreachable, answers an error, or
 * takes longer than the adapter's command time-out (500 ms by default). Adapters never queue commands while
 * disconnected and never send one twice.
 */
export interface RedisCommands extends ProcessCommands {
  /**
   * `SET key value NX PX ttlMs`, and `PTTL key` where the key is there already.
   * @param ttlMs a whole number of milliseconds, at least 1
   */
  setNxPx(key: string, value: string, ttlMs: number): Promise<SetNxPxReply>;

  /**
   * `EVALSHA`, or `EVAL` where Redis does not know the script yet. The script answers with an array of whole
   * numbers.
   * @param keys all in one slot of a cluster
   */
  evaluate(script: RedisScript, keys: readonly string[], args: readonly string[]): Promise<readonly number[]>;

  /** Like `evaluate`, of a script that answers with an array of texts and whole numbers: as texts. */
  evaluateTexts(
    script: RedisScript,
    keys: readonly string[],
    args: readonly string[],
  ): Promise<readonly string[]>;

  /**
   * All members of each set, in the order of the keys, a large one read in pieces by `SSCAN`, so that neither
   * side stalls. Empty where there is no such key; undefined where the key holds another type.
   */
  smembers(keys: readonly string[]): Promise<readonly (FeatureSet | undefined)[]>;

  /** `SMISMEMBER`: whether each of `members`, one or more, is in the set, in their order. */
  smismember(key: string, members: readonly string[]): Promise<readonly boolean[]>;

  /**
   * `SCARD` of each key, in their order, all sent at once; {@link WRONG_TYPE} where the key holds another
   * type.
   */
  scard(keys: readonly string[]): Promise<readonly number[]>;

  /**
   * All members of each sorted set with their scores, in the order of the keys, a large one in pieces by
   * `ZSCAN`. Empty where there is no such key; undefined where the key holds another type.
   */
  zscan(keys: readonly string[]): Promise<readonly (TimedFeatures | undefined)[]>;

  /** `ZMSCORE`: the score of each of `members`, one or more, in their order; null where it has none. */
  zmscore(key: string, members: readonly string[]): Promise<readonly (number | null)[]>;

  /** As `scard`, of sorted sets. */
  zcard(keys: readonly string[]): Promise<readonly number[]>;

  /**
   * `TIME`: milliseconds since the epoch by Redis's clock, fractions included; in a cluster, by one master's.
   */
  time(): Promise<number>;

  /**
   * Every key that begins with `prefix`, read by `SCAN`, of a cluster on each master; each once, in no order.
   * Characters that a pattern gives a meaning are escaped. Fails where a master is not connected, as its keys
   * would seem not to be there.
   */
  keysStartingWith(prefix: string): Promise<readonly string[]>;
}

export interface SetNxPxReply {
  /** Whether the key was absent and is now ours. */
  readonly stored: boolean;
  /**
   * Milliseconds for which the key will still be there, by Redis's clock; 0 where it is about to go, -1 where
   * it never expires.
   */
  readonly ttlMs: number;
}

/** A Lua script. Two with the same `source` are one to Redis. */
export interface RedisScript {
  readonly source: string;
}
