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

  /** Bounds the number of values, for keys that others could write without a limit. Default: no bound. */
  readonly bound?: CollectionBound;

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

/** Each group of keys has its own maximum, so that none takes the places of another. */
interface CollectionBound {
  /** Maximum number of values of a group. Further keys are not read, and once reported in the log. */
  readonly max: number;
  /** Returns the group of a key: the beginning of its keys, for the log line. */
  readonly groupOf: (key: string) => string;
}

/** The result of reading a key. */
export type ReadResult<Value> = Present<Value> | Absent | WrongType | Rejected;

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

/** The key has another Redis type than the contract defines. The last known value is kept (G26). */
interface WrongType {
  readonly state: 'wrong type';
  /** The expected type, such as `a set`. */
  readonly expected: string;
}

/** The value is too long, or does not match its schema, and is omitted (G26). */
export interface Rejected {
  readonly state: 'rejected';
  /** A sentence, such as `It is not JSON.` */
  readonly reason: string;
}

export interface RejectedPart {
  /** Such as a field of a hash. */
  readonly name: string;
  readonly reason: string;
}

export const ABSENT: Absent = { state: 'absent' };

/** Whether a key of Redis belongs to a collection. */
export function isKeyOf(
  { keys = [], prefixes }: Pick<Collection<unknown>, 'keys' | 'prefixes'>,
  key: string,
): boolean {
  return keys.includes(key) || prefixes.some((prefix) => key.startsWith(prefix));
}
