/** The values of one collection as last read: the read side of a mirror. */
export interface Mirrored<Value> {
  /**
   * Whether every key was read at least once, except for those that cannot be read. Never becomes false
   * again.
   */
  readonly isLoaded: boolean;
  /** Resolves when {@link isLoaded} becomes true; never rejects. */
  readonly loaded: Promise<void>;
  /** Number of keys with a value. */
  readonly size: number;

  /** The last known value, also while it is stale and being read again; undefined if there is none. */
  get(key: string): Value | undefined;
  /** Keys that were found before the initial load was complete, and could not be read yet. */
  readonly neverRead: ReadonlySet<string>;
  /** Whether it is known if the key has a value: it was read, or a scan has not found it. */
  isKnown(key: string): boolean;
  /**
   * Reads a value that was just written by this program ahead of the others.
   * @returns a promise that resolves when memory has it, or the attempt has failed; never rejects
   */
  refresh(key: string): Promise<void>;
  /** Whether the value is kept although the key was lost with a Redis process (ADR 12). */
  isLost(key: string): boolean;
  /** Keys with a value, unordered. Changes during the iteration may or may not be visible. */
  keys(): IterableIterator<string>;
  entries(): IterableIterator<[string, Value]>;
  /**
   * Adds a listener permanently. It is called on the event loop of the program, never from within a call of
   * the mirror's read side.
   */
  listen(changed: MirroredListener): void;
}

/**
 * Called when the values of these keys have changed, or keys were added or removed: at once, and for many
 * changes at most every {@link UPDATE_INTERVAL_MS}. First called when the initial load is complete, with all
 * keys that have a value.
 */
export type MirroredListener = (keys: ReadonlySet<string>) => void;

/**
 * The minimum time between two updates of one collection, in milliseconds: stale keys are read, and listeners
 * are notified, at most this often. A write takes effect within 100 ms.
 */
export const UPDATE_INTERVAL_MS = 40;
