/**
 * One kind of values that a {@link Mirror} keeps in memory: its keys, and how they are read and decoded.
 * Prefixes and keys of all kinds in one mirror are disjoint: none of them is a prefix of another.
 */
export interface MirrorKind<Value> {
  /** In the plural, for log lines, such as `blocklists`. Unique within a mirror. */
  readonly name: string;
  /** Every key that starts with one of these prefixes belongs to this kind. Found with `SCAN`. */
  readonly prefixes: readonly string[];
  /** Single keys of this kind, in addition to the prefixes. */
  readonly keys?: readonly string[];
  /** Maximum number of keys that are read together, 1 or more. Default: 100. */
  readonly batchSize?: number;

  /**
   * Reads a batch of one or more distinct keys. Never called for a key that is already being read.
   * @param known returns the last known value of a key
   * @returns the result for each key, in the order of the keys; none if nothing can be said about any of
   * them, so that their last known values stay
   * @throws {RedisError} if Redis does not answer; the keys are then read again after a pause, each alone
   */
  read(keys: readonly string[], known: KnownValue<Value>): Promise<readonly ReadResult<Value>[]>;

  /** Whether two values are equivalent, so that listeners need not be notified. Default: never. */
  isSame?(one: Value, other: Value): boolean;
}

type KnownValue<Value> = (key: string) => Value | undefined;

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

/** Whether a key is of this kind. */
export function isKeyOf(
  { keys = [], prefixes }: Pick<MirrorKind<unknown>, 'keys' | 'prefixes'>,
  key: string,
): boolean {
  return keys.includes(key) || prefixes.some((prefix) => key.startsWith(prefix));
}
