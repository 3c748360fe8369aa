/**
 * Whether the last known value of a key equals the one in Redis.
 * - `fresh`: it does, as far as Redis has reported changes.
 * - `stale`: it may have changed, and is being re-read.
 * - `unknown`: the key was never read.
 */
export type Freshness = 'fresh' | 'stale' | 'unknown';

/** The values of one kind as last read: the read side of a mirror. All calls answer from memory. */
export interface Mirrored<Value> {
  /** Whether every key was read at least once. Never becomes false again. */
  readonly isLoaded: boolean;
  /** Resolves when every key has been read once; never rejects. */
  readonly loaded: Promise<void>;
  /**
   * Whether changes are reported and all keys were read since the change feed was connected. Single keys may
   * still be stale.
   */
  readonly isUpToDate: boolean;
  /** Number of keys with a value. */
  readonly size: number;

  /** The last known value, fresh or stale; undefined if there is none. */
  get(key: string): Value | undefined;
  freshness(key: string): Freshness;
  /**
   * Whether Redis can be queried for this key instead: the answering process is known, and the key did not
   * vanish with an earlier one.
   */
  canQuery(key: string): boolean;
  /** Whether the value is kept although the key vanished with a Redis process (ADR 12). */
  isKept(key: string): boolean;
  /** Keys with a value, unordered. Changes during the iteration may or may not be visible. */
  keys(): IterableIterator<string>;
  entries(): IterableIterator<[string, Value]>;
  /** Adds a listener permanently. */
  listen(listener: MirroredListener): void;
}

/** Called on the event loop of the program, never from within a call of the mirror's read side. */
export interface MirroredListener {
  /**
   * Called when the values of these keys have changed, or keys were added or removed. Coalesced, and limited
   * by the mirror's maximum update rate. First called when the initial load is complete, with all keys that
   * have a value.
   */
  changed?(keys: ReadonlySet<string>): void;
  /**
   * Called immediately when the results of `get()` or `freshness()` may have changed, for any key. Must be
   * cheap.
   */
  invalidated?(): void;
}
