import type { Found } from '../loss/loss-watch.ts';

/**
 * One kind of values that a {@link Mirror} keeps in memory: which keys hold them, and how they are read and
 * decoded. Prefixes and keys of all kinds of one mirror are disjoint: none of them is the beginning of
 * another.
 */
export interface MirrorKind<Value> {
  /** In the plural, for log lines, such as `blocklists`. Unique within a mirror. */
  readonly name: string;
  /** Every key that begins with one of them is of this kind. They are found by `SCAN`. */
  readonly prefixes: readonly string[];
  /** Single keys of this kind, beside those of the prefixes. */
  readonly keys?: readonly string[];
  /** Keys that are read together, 1 or more. Default: 100. */
  readonly batchSize?: number;

  /**
   * Reads a batch of keys, one or more, each once. Never called for a key that is being read already.
   * @param known the last known value of a key
   * @returns what each key holds, in the order of the keys
   * @throws {RedisError} where Redis does not answer; the batch is read again after a pause
   */
  read(keys: readonly string[], known: KnownValue<Value>): Promise<readonly ReadResult<Value>[]>;

  /** Whether two values are the same to readers, so that no listener is notified. Default: never. */
  isSame?(one: Value, other: Value): boolean;

  /**
   * A comparison that costs less than reading, for the periodic revalidation. Without it every key is read
   * again, in small batches with pauses between them.
   */
  readonly size?: ComparedSize<Value>;

  /**
   * How many of these keys Redis still has, or of a part of them, where a connection may have led to another
   * process. Default: by `size`, or by reading a sample of 100 keys.
   * @throws {RedisError} where Redis does not answer
   */
  countFound?(keys: readonly string[]): Promise<Found>;
}

export type KnownValue<Value> = (key: string) => Value | undefined;

/** What a key holds. */
export type ReadResult<Value> = Present<Value> | Absent | WrongType | Rejected;

export interface Present<Value> {
  readonly state: 'present';
  readonly value: Value;
  /**
   * Milliseconds until the key expires, when it is read again. Default: it does not, or Redis's own report is
   * enough.
   */
  readonly remainingMs?: number | undefined;
  /** Parts of the value that are left out, as they do not fit their schema (G26). */
  readonly rejectedParts?: readonly RejectedPart[];
}

/** There is no such key. */
export interface Absent {
  readonly state: 'absent';
}

/** The key has another Redis type than the contract says. The last known value is kept (G26). */
export interface WrongType {
  readonly state: 'wrong type';
  /** What it should be, such as `a set`. */
  readonly expected: string;
}

/** The value does not fit its schema, and is left out (G26). */
export interface Rejected {
  readonly state: 'rejected';
  /** A sentence, such as `It is not JSON.` */
  readonly reason: string;
}

export interface RejectedPart {
  /** Such as the field of a hash. */
  readonly name: string;
  readonly reason: string;
}

/** A number that differs where values differ, in most cases: the cardinality of a set. */
export interface ComparedSize<Value> {
  /** 1 or more. */
  of(value: Value): number;
  /**
   * @returns for each key the size of what Redis holds: 0 where there is no such key, -1 where it has another
   * type
   * @throws {RedisError} where Redis does not answer
   */
  read(keys: readonly string[]): Promise<readonly number[]>;
}

export const ABSENT: Absent = { state: 'absent' };

/** Whether a key is of this kind. */
export function isKeyOf(
  { keys = [], prefixes }: Pick<MirrorKind<unknown>, 'keys' | 'prefixes'>,
  key: string,
): boolean {
  return keys.includes(key) || prefixes.some((prefix) => key.startsWith(prefix));
}
