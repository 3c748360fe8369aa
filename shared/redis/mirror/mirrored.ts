/**
 * How well the last known value of a key is known to be what Redis holds.
 * - `fresh`: it is, as far as Redis has reported changes.
 * - `stale`: it may have changed, and is being read again.
 * - `unknown`: the key was never read.
 */
export type Freshness = 'fresh' | 'stale' | 'unknown';

/** The values of one kind as last read: the read side of a mirror. Every call answers from memory. */
export interface Mirrored<Value> {
  /** Whether every key was read at least once. Never becomes false again. */
  readonly isLoaded: boolean;
  /** Fulfilled when every key has been read once; never rejected. */
  readonly loaded: Promise<void>;
  /**
   * Whether changes are reported, and all keys were read since that began. Single keys may be stale all the
   * same.
   */
  readonly isUpToDate: boolean;
  /**
   * When memory was last known to be what Redis holds, on the monotonic clock; undefined before the first
   * time.
   */
  readonly verifiedAtMs: number | undefined;
  /** Keys with a value. */
  readonly size: number;

  /** The last known value, whether it is fresh or not. Undefined where there is none. */
  get(key: string): Value | undefined;
  freshness(key: string): Freshness;
  /**
   * Whether Redis can be asked for this key instead: the process that answers is known, and the key did not
   * vanish with an earlier one.
   */
  canAsk(key: string): boolean;
  /** Whether the value is kept although the key vanished together with a Redis process (ADR 12). */
  isKept(key: string): boolean;
  /** Keys with a value, in no order. What changes while they are iterated may or may not be seen. */
  keys(): IterableIterator<string>;
  entries(): IterableIterator<[string, Value]>;
  /** Adds a listener, for as long as the mirror lives. */
  listen(listener: MirroredListener): void;
}

/** Called on the event loop of the program, never from within a call of the mirror's read side. */
export interface MirroredListener {
  /**
   * The values of these keys are different, new or gone. Coalesced, and called no more often than the mirror
   * was given leave to. First called when the initial load is complete, with all keys that have a value.
   */
  changed?(keys: ReadonlySet<string>): void;
  /**
   * What `get()` or `freshness()` returns may be different from now on, of any key. Called at once, and cheap
   * to call.
   */
  touched?(): void;
}
