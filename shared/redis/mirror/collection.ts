/**
 * Values of the same sort that a {@link Mirror} keeps in memory: their keys, and how they are read and
 * decoded. Prefixes and keys of all collections in one mirror are disjoint: none of them is a prefix of
 * another.
 */
export interface Collection<Value> {
  /** In the plural, for log lines, such as `blocklists`. Unique within a mirror. */
  readonly name: string;
  /** Every key that starts with one of these prefixes belongs to this collection. Found with `SCAN`. */
  readonly prefixes: readonly string[];
  /** Single keys of this collection, in addition to the prefixes. */
  readonly keys?: readonly string[];
  /** Maximum number of values that are read at the same time, 1 or more. Default: 100. */
  readonly maxInFlight?: number;
  /**
   * Maximum number of values of each prefix, for keys that others could write without a limit. Further keys
   * are not read, which is logged once. Default: no maximum.
   */
  readonly maxPerPrefix?: number;

  /**
   * Returns the key under which a value is known, for values that consist of several keys of Redis, all of
   * one cluster slot. Default: the key itself.
   */
  valueKeyOf?(key: string): string;

  /**
   * Reads a value. Never called for a key that is already being read.
   * @param key under which the value is known
   * @param known its last known value
   * @throws {RedisError} if Redis does not answer; it is then read again after a pause
   */
  read(key: string, known: Value | undefined): Promise<ReadResult<Value>>;

  /** Whether two values are equivalent, so that listeners need not be notified. Default: never. */
  isSame?(one: Value, other: Value): boolean;
}

/** The result of reading a key. */
export type ReadResult<Value> = Present<Value> | Absent | Rejected;

interface Present<Value> {
  readonly state: 'present';
  readonly value: Value;
  /**
   * Milliseconds until the key expires and is read again. Default: no expiry, or Redis's own notification
   * suffices.
   */
  readonly remainingMs?: number | undefined;
  /** Parts of the value that are omitted because they do not match their schema (G26). */
  readonly rejectedParts?: readonly RejectedPart[];
}

/** The key does not exist. */
export interface Absent {
  readonly state: 'absent';
}

/** Why a value, or a part of one, is not served (G26). */
export interface Rejection {
  /** A sentence, such as `It is not JSON.` */
  readonly reason: string;
  /**
   * Whether the key has another Redis type than the contract defines. The last known value is kept; any other
   * rejected value, which is too long or does not match its schema, is omitted.
   */
  readonly isWrongType?: boolean;
}

export interface Rejected extends Rejection {
  readonly state: 'rejected';
}

export interface RejectedPart extends Rejection {
  /** Such as a field of a hash. */
  readonly name: string;
}

/** @param expected the expected type, such as `a set` */
export function wrongType(expected: string): Rejected {
  const reason = `It should be ${expected}, and holds another type: its last known value is kept.`;
  return { state: 'rejected', reason, isWrongType: true };
}

export const ABSENT: Absent = { state: 'absent' };
