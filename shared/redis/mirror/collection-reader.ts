import type { Platform } from '../../platform.ts';
import type { CancelTimer } from '../../timers.ts';
import { isSlotMigrating, lostMeanwhile, RedisError } from '../redis-error.ts';
import { Backoff, pauseMsAfter } from './backoff.ts';
import { ABSENT } from './collection.ts';
import type { Collection, ReadResult } from './collection.ts';
import { KnownValues } from './known-values.ts';
import type { KnownValuesDependencies } from './known-values.ts';
import { UPDATE_INTERVAL_MS } from './mirrored.ts';
import type { Mirrored } from './mirrored.ts';
import { ReadFailures } from './read-failures.ts';

interface CollectionReaderDependencies<Value> extends Platform, KnownValuesDependencies<Value> {
  /** Called after each attempt to read. */
  readonly progressed: () => void;
}

/**
 * The default number of reads in flight: enough to use the round trips, and few enough not to delay other
 * commands.
 */
const MAX_IN_FLIGHT = 100;

/** The longest pause between attempts to read anything, in milliseconds. */
const MAX_PAUSE_MS = 1000;

/** The longest pause between attempts to read a key that fails alone, in milliseconds. */
const MAX_PAUSE_OF_KEY_MS = 10_000;

/** After this many failed attempts, which take some seconds, nothing waits for a value any more. */
const MAX_AWAITED_FAILURES = 5;

/** The pause between two batches of a revalidation, in milliseconds, for other commands of Redis. */
const REVALIDATION_PAUSE_MS = 10;

/**
 * Keeps the values of one collection equal to Redis: reads stale ones, and all when the mirror has found
 * their keys. No value is read twice at the same time. After every event, `wake()` starts the next reads.
 */
export class CollectionReader<Value> extends KnownValues<Value> implements Mirrored<Value> {
  readonly loaded: Promise<void>;
  readonly neverRead = new Set<string>();
  readonly #dependencies: CollectionReaderDependencies<Value>;
  /** Keys that have changed since they were last read, until the next update. */
  readonly #reported = new Set<string>();
  #nextUpdateMs = -Infinity;
  /** Stale keys, which are read first. */
  readonly #stale = new Set<string>();
  /** Keys of the current pass to read now, and those of the later batches of a revalidation. */
  #unread = new Set<string>();
  #remaining: string[] = [];
  #nextBatchMs = -Infinity;
  /** The reads in flight, by key. They never reject. */
  readonly #inFlight = new Map<string, Promise<void>>();
  /** How many of these are reads of the current pass. */
  #passReads = 0;
  readonly #maxInFlight: number;

  /** Keys that fail alone, with the number of failed attempts. All are read again at the same time. */
  readonly #failing = new Map<string, number>();
  #retryMs = Infinity;
  /** For error replies, such as `NOPERM`: they refuse every read. */
  readonly #backoff: Backoff;
  readonly #failures: ReadFailures;
  /** Number of values that were read since the current pass began. */
  #readCount = 0;

  /** Whether the keys were ever found. */
  #isScanned = false;
  /** Whether they were found by this instance. */
  #hasBegunPass = false;
  #isLoaded = false;
  #resolveLoaded: () => void = () => undefined;
  /** Keys that were reported since the scan began. It can miss keys that are created meanwhile. */
  readonly #reportedDuringScan = new Set<string>();
  #isClosed = false;
  #cancelWake: CancelTimer = () => undefined;

  constructor(dependencies: CollectionReaderDependencies<Value>) {
    super(dependencies);
    const { clock, collection, logger } = dependencies;
    this.#dependencies = dependencies;
    this.#maxInFlight = collection.maxInFlight ?? MAX_IN_FLIGHT;
    this.#failures = new ReadFailures(collection.name, logger);
    this.#backoff = new Backoff(clock, MAX_PAUSE_MS);
    this.loaded = new Promise((resolve) => (this.#resolveLoaded = resolve));
  }

  get collection(): Collection<Value> {
    return this.#dependencies.collection;
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  isKnown(key: string): boolean {
    return this.has(key) || (this.#isScanned && !this.neverRead.has(key));
  }

  async refresh(key: string): Promise<void> {
    // A read that has begun before the call may not see what was written.
    await this.#inFlight.get(key);
    if (this.#isClosed || !this.#dependencies.losses.isConfirmed) return;
    await (this.#inFlight.get(key) ?? this.#startRead(key));
  }

  /** Why reads currently fail; undefined if they succeed. */
  get failure(): string | undefined {
    return this.#failures.latest;
  }

  /** Whether all values of the current pass were read, except for those that cannot be read. */
  get isPassComplete(): boolean {
    if (this.#unread.size + this.#remaining.length + this.#passReads > 0) return false;
    if (this.#failing.size === 0) return true;
    // If nothing can be read, the reason is not a single value.
    return this.#readCount > 0 && [...this.#failing.values()].every((count) => count >= MAX_AWAITED_FAILURES);
  }

  /**
   * Returns the keys of the values that consist of these keys of Redis. Keys of other collections are
   * ignored.
   */
  valueKeysOf(keys: Iterable<string>): ReadonlySet<string> {
    const { collection } = this;
    const found = new Set<string>();
    for (const key of keys)
      if (
        collection.keys?.includes(key) === true ||
        collection.prefixes.some((prefix) => key.startsWith(prefix))
      )
        found.add(collection.valueKeyOf?.(key) ?? key);
    return found;
  }

  /** Copies the values of another instance. They are stale until they are read. */
  override adopt(other: CollectionReader<Value>): void {
    super.adopt(other);
    for (const key of other.neverRead) this.neverRead.add(key);
    this.#isScanned = other.#isScanned;
    if (other.#isLoaded) this.#markLoaded();
  }

  override store(key: string, result: ReadResult<Value>): void {
    this.neverRead.delete(key);
    super.store(key, result);
  }

  /** Reads these values again. */
  markStale(keys: ReadonlySet<string>): void {
    if (keys.size === 0) return;
    for (const key of keys) this.#report(key);
    this.wake();
  }

  /** Must be called when a scan of the keys begins. */
  beginScan(): void {
    this.#reportedDuringScan.clear();
  }

  /**
   * Reads all values. One whose key was not found is deleted.
   * @param found the keys of the values that a scan has found
   * @param isLoad whether they are read without pauses
   */
  readAll(found: ReadonlySet<string>, isLoad: boolean): void {
    const keys = new Set([...this.valueKeysOf(this.collection.keys ?? []), ...found]);
    const isAtOnce = isLoad || !this.#isLoaded;
    this.#unread = new Set(isAtOnce ? keys : []);
    this.#remaining = isAtOnce ? [] : [...keys];
    this.#readCount = 0;
    this.#isScanned = true;
    this.#hasBegunPass = true;
    if (isLoad) {
      this.#failing.clear();
      this.#backoff.reset();
      this.#failures.forgetLogged();
    }
    if (!this.#isLoaded) for (const key of keys) if (!this.has(key)) this.neverRead.add(key);
    for (const key of [...this.keys(), ...this.rejected.keys()]) if (!keys.has(key)) this.#handleMissing(key);
    this.#recordProgress();
    this.wake();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelWake();
  }

  /** Starts the reads that can start now, and schedules the next ones. */
  wake(): void {
    if (this.#isClosed) return;
    this.#cancelWake();
    for (const key of this.takeExpired()) this.#report(key);
    if (this.#isLoaded) this.notify();
    while (this.#inFlight.size < this.#maxInFlight) {
      const next = this.#nextKey();
      if (next === undefined) break;
      void this.#startRead(next);
    }
    const notificationWaitMs = this.#isLoaded ? this.notificationWaitMs : Infinity;
    const waitMs = Math.min(this.expiryWaitMs, notificationWaitMs, this.#readWaitMs());
    if (waitMs === Infinity) return;
    this.#cancelWake = this.#dependencies.timers.after(Math.max(0, Math.ceil(waitMs)), () => {
      this.wake();
    });
  }

  #report(key: string): void {
    this.#reported.add(key);
    this.#reportedDuringScan.add(key);
  }

  /** Handles a known value whose key the scan has not found. */
  #handleMissing(key: string): void {
    if (this.#reportedDuringScan.has(key) || this.#inFlight.has(key)) this.#unread.add(key);
    else this.store(key, ABSENT);
  }

  /** Returns the next key to read. */
  #nextKey(): string | undefined {
    const nowMs = this.#nowMs();
    if (!this.#dependencies.losses.isConfirmed || this.#backoff.waitMs() > 0) return undefined;
    if (this.#reported.size > 0 && nowMs >= this.#nextUpdateMs) {
      this.#nextUpdateMs = nowMs + UPDATE_INTERVAL_MS;
      for (const key of this.#reported) this.#stale.add(key);
      this.#reported.clear();
    }
    if (nowMs >= this.#retryMs) {
      this.#retryMs = Infinity;
      for (const key of this.#failing.keys()) this.#stale.add(key);
    }
    if (nowMs >= this.#nextBatchMs && this.#unread.size + this.#passReads === 0)
      this.#unread = new Set(this.#remaining.splice(0, this.#maxInFlight));
    for (const queue of [this.#stale, this.#unread])
      for (const key of queue) if (!this.#inFlight.has(key)) return key;
    return undefined;
  }

  #startRead(key: string): Promise<void> {
    this.#stale.delete(key);
    const read = this.#read(key, this.#unread.delete(key));
    this.#inFlight.set(key, read);
    return read;
  }

  /** @param isOfPass whether the current pass needs it */
  async #read(key: string, isOfPass: boolean): Promise<void> {
    const { collection, losses, progressed } = this.#dependencies;
    if (isOfPass) this.#passReads += 1;
    try {
      const result = await (this.isBeyondBound(key) ? ABSENT : collection.read(key, this.get(key)));
      // The reply may come from another process, which has lost the key.
      if (!losses.isConfirmed) throw lostMeanwhile();
      // Others may have been read meanwhile.
      this.store(key, this.isBeyondBound(key) ? ABSENT : result);
      this.#recordSuccess(key);
    } catch (cause) {
      this.#recordFailure(key, isOfPass, cause);
    }
    this.#inFlight.delete(key);
    if (isOfPass) {
      this.#passReads -= 1;
      this.#nextBatchMs = this.#nowMs() + REVALIDATION_PAUSE_MS;
    }
    if (this.#isClosed) return;
    this.#recordProgress();
    this.wake();
    progressed();
  }

  #recordSuccess(key: string): void {
    this.#readCount += 1;
    this.#backoff.reset();
    this.#failing.delete(key);
    if (this.#failing.size === 0) this.#failures.recordSuccess();
  }

  #recordFailure(key: string, isOfPass: boolean, cause: unknown): void {
    this.#failures.record(cause);
    const isOfAll = cause instanceof RedisError && cause.reason === 'error-reply' && !isSlotMigrating(cause);
    // After a lost connection, all values are read again.
    if (isOfAll || !this.#dependencies.losses.isConfirmed) {
      if (isOfAll) this.#backoff.recordFailure();
      this.#failing.delete(key);
      (isOfPass ? this.#unread : this.#stale).add(key);
      return;
    }
    const attempts = (this.#failing.get(key) ?? 0) + 1;
    this.#failing.set(key, attempts);
    this.#retryMs = Math.min(this.#retryMs, this.#nowMs() + pauseMsAfter(attempts, MAX_PAUSE_OF_KEY_MS));
  }

  #recordProgress(): void {
    // Keys that change before the others are found are read already.
    if (this.#hasBegunPass && this.isPassComplete) this.#markLoaded();
  }

  #markLoaded(): void {
    this.#isLoaded = true;
    this.#resolveLoaded();
  }

  #readWaitMs(): number {
    if (!this.#dependencies.losses.isConfirmed) return Infinity;
    const nowMs = this.#nowMs();
    const waits = [
      this.#stale.size + this.#unread.size > 0 ? 0 : Infinity,
      this.#reported.size > 0 ? this.#nextUpdateMs - nowMs : Infinity,
      this.#remaining.length > 0 ? this.#nextBatchMs - nowMs : Infinity,
      this.#retryMs - nowMs,
    ].map((waitMs) => Math.max(waitMs, this.#backoff.waitMs()));
    // A read that could start now waits for one in flight, which wakes this reader when it ends.
    return Math.min(...(this.#inFlight.size > 0 ? waits.filter((waitMs) => waitMs > 0) : waits));
  }

  #nowMs(): number {
    return this.#dependencies.clock.monotonicMs();
  }
}
