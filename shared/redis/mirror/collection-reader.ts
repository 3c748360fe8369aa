import type { Platform } from '../../platform.ts';
import type { CancelTimer } from '../../timers.ts';
import type { LossWatch } from '../loss/loss-watch.ts';
import { isSlotMigrating, RedisError } from '../redis-error.ts';
import { Backoff } from './backoff.ts';
import { ABSENT, isKeyOf } from './collection.ts';
import type { Collection, ReadResult } from './collection.ts';
import { FailingKeys } from './failing-keys.ts';
import { KnownValues } from './known-values.ts';
import { UPDATE_INTERVAL_MS } from './mirrored.ts';
import type { Mirrored, MirroredListener } from './mirrored.ts';
import { ReadFailures } from './read-failures.ts';
import { ReadingPass, takeFrom } from './reading-pass.ts';
import type { RejectedValues } from './rejected-values.ts';

interface CollectionReaderDependencies<Value> extends Platform {
  readonly collection: Collection<Value>;
  readonly losses: LossWatch;
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

/**
 * Keeps the values of one collection equal to Redis: reads stale ones, and all when the mirror has found
 * their keys. No value is read twice at the same time. After every event, `wake()` starts the next reads.
 */
export class CollectionReader<Value> implements Mirrored<Value> {
  readonly loaded: Promise<void>;
  readonly #dependencies: CollectionReaderDependencies<Value>;
  readonly #values: KnownValues<Value>;
  /** Keys that have changed since they were last read, until the next update. */
  readonly #reported = new Set<string>();
  #nextUpdateMs = -Infinity;
  /** Stale keys, which are read first. */
  readonly #stale = new Set<string>();
  readonly #pass: ReadingPass;
  readonly #inFlight = new Set<string>();
  readonly #maxInFlight: number;
  /** Those who wait for the next read of a key. */
  readonly #refreshes = new Map<string, (() => void)[]>();

  readonly #failing: FailingKeys;
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
  readonly #neverRead = new Set<string>();
  /** Keys that were reported since the scan began. It can miss keys that are created meanwhile. */
  readonly #reportedDuringScan = new Set<string>();
  #isClosed = false;
  #cancelWake: CancelTimer = () => undefined;

  constructor(dependencies: CollectionReaderDependencies<Value>) {
    const { clock, collection, logger } = dependencies;
    this.#dependencies = dependencies;
    this.#maxInFlight = collection.maxInFlight ?? MAX_IN_FLIGHT;
    this.#values = new KnownValues(dependencies);
    this.#pass = new ReadingPass(clock, this.#maxInFlight);
    this.#failing = new FailingKeys(clock);
    this.#failures = new ReadFailures(collection.name, logger);
    this.#backoff = new Backoff(clock, MAX_PAUSE_MS);
    this.loaded = new Promise((resolve) => (this.#resolveLoaded = resolve));
  }

  get collection(): Collection<Value> {
    return this.#dependencies.collection;
  }

  /** The rejected values and keys of a wrong type. */
  get rejected(): RejectedValues {
    return this.#values.rejected;
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  get neverRead(): ReadonlySet<string> {
    return this.#neverRead;
  }

  isKnown(key: string): boolean {
    return this.#values.has(key) || (this.#isScanned && !this.#neverRead.has(key));
  }

  isLost(key: string): boolean {
    return this.#dependencies.losses.isLost(key) && this.#values.has(key);
  }

  keys(): IterableIterator<string> {
    return this.#values.keys();
  }

  entries(): IterableIterator<[string, Value]> {
    return this.#values.entries();
  }

  listen(changed: MirroredListener): void {
    this.#values.listen(changed);
  }

  async refresh(key: string): Promise<void> {
    if (this.#isClosed || !this.#dependencies.losses.isConfirmed) return;
    await new Promise<void>((resolve) => {
      this.#refreshes.set(key, [...(this.#refreshes.get(key) ?? []), resolve]);
      this.#stale.add(key);
      this.wake();
    });
  }

  /** Why reads currently fail; undefined if they succeed. */
  get failure(): string | undefined {
    return this.#failures.latest;
  }

  /** Whether all values of the current pass were read, except for those that cannot be read. */
  get isPassComplete(): boolean {
    if (!this.#pass.isComplete) return false;
    if (this.#failing.size === 0) return true;
    // If nothing can be read, the reason is not a single value.
    return this.#readCount > 0 && this.#failing.areGivenUp;
  }

  /** The keys of the values in memory that should exist in Redis. */
  unexpiredKeys(): readonly string[] {
    return this.#values.unexpiredKeys();
  }

  /**
   * Returns the keys of the values that consist of these keys of Redis. Keys of other collections are
   * ignored.
   */
  valueKeysOf(keys: Iterable<string>): ReadonlySet<string> {
    const { collection } = this;
    const found = new Set<string>();
    for (const key of keys) if (isKeyOf(collection, key)) found.add(collection.valueKeyOf?.(key) ?? key);
    return found;
  }

  /** Copies the values of another instance. `loaded` still waits until all are read. */
  adopt(other: CollectionReader<Value>): void {
    this.#values.adopt(other.#values);
    for (const key of other.#neverRead) this.#neverRead.add(key);
    this.#isScanned = other.#isScanned;
    this.#isLoaded = other.#isLoaded;
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
    this.#pass.begin(keys, isLoad || !this.#isLoaded);
    this.#readCount = 0;
    this.#isScanned = true;
    this.#hasBegunPass = true;
    if (isLoad) {
      this.#failing.forgetAll();
      this.#backoff.reset();
      this.#failures.forgetLogged();
    }
    if (!this.#isLoaded) for (const key of keys) if (!this.#values.has(key)) this.#neverRead.add(key);
    for (const key of [...this.#values.keys(), ...this.rejected.keys()])
      if (!this.#pass.has(key)) this.#handleMissing(key);
    this.#recordProgress();
    this.wake();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelWake();
    this.#endRefreshes();
  }

  /** Starts the reads that can start now, and schedules the next ones. */
  wake(): void {
    if (this.#isClosed) return;
    this.#cancelWake();
    for (const key of this.#values.takeExpired()) this.#report(key);
    if (this.#isLoaded) this.#values.notify();
    if (!this.#dependencies.losses.isConfirmed) this.#endRefreshes();
    while (this.#inFlight.size < this.#maxInFlight) {
      const next = this.#takeNext();
      if (next === undefined) break;
      void this.#read(...next);
    }
    const notificationWaitMs = this.#isLoaded ? this.#values.notificationWaitMs : Infinity;
    const waitMs = Math.min(this.#values.expiryWaitMs, notificationWaitMs, this.#readWaitMs());
    if (waitMs === Infinity) return;
    this.#cancelWake = this.#dependencies.timers.after(Math.max(0, Math.ceil(waitMs)), () => {
      this.wake();
    });
  }

  /** Ends the waiting for reads: nothing is read before Redis is reachable again, or ever. */
  #endRefreshes(): void {
    for (const waiting of this.#refreshes.values()) for (const resolve of waiting) resolve();
    this.#refreshes.clear();
  }

  #report(key: string): void {
    this.#reported.add(key);
    this.#reportedDuringScan.add(key);
  }

  /** Handles a known value whose key the scan has not found. */
  #handleMissing(key: string): void {
    if (this.#reportedDuringScan.has(key) || this.#inFlight.has(key)) this.#pass.add(key);
    else this.#store(key, ABSENT);
  }

  /** Returns the next key to read, and whether the current pass needs it. */
  #takeNext(): readonly [key: string, isOfPass: boolean] | undefined {
    if (!this.#dependencies.losses.isConfirmed || this.#backoff.waitMs() > 0) return undefined;
    if (this.#reported.size > 0 && this.#nowMs() >= this.#nextUpdateMs) {
      this.#nextUpdateMs = this.#nowMs() + UPDATE_INTERVAL_MS;
      for (const key of this.#reported) this.#stale.add(key);
      this.#reported.clear();
    }
    for (const key of this.#failing.takeDue()) this.#stale.add(key);
    const isInFlight = (key: string): boolean => this.#inFlight.has(key);
    const stale = takeFrom(this.#stale, isInFlight);
    if (stale !== undefined) return [stale, this.#pass.take(stale)];
    const unread = this.#pass.takeNext(isInFlight);
    return unread === undefined ? undefined : [unread, true];
  }

  async #read(key: string, isOfPass: boolean): Promise<void> {
    const { collection, losses, progressed } = this.#dependencies;
    const refreshed = this.#refreshes.get(key) ?? [];
    this.#refreshes.delete(key);
    this.#inFlight.add(key);
    if (isOfPass) this.#pass.beginRead();
    try {
      const result = this.#values.isBeyondBound(key)
        ? ABSENT
        : await collection.read(key, this.#values.get(key));
      // The reply may come from another process, which has lost the key.
      if (!losses.isConfirmed) throw new RedisError('unreachable', 'The connection was lost meanwhile.');
      // Others may have been read meanwhile.
      this.#store(key, this.#values.isBeyondBound(key) ? ABSENT : result);
      this.#recordSuccess(key);
    } catch (cause) {
      this.#recordFailure(key, isOfPass, cause);
    }
    this.#inFlight.delete(key);
    if (isOfPass) this.#pass.endRead();
    for (const resolve of refreshed) resolve();
    if (this.#isClosed) return;
    this.#recordProgress();
    this.wake();
    progressed();
  }

  #recordSuccess(key: string): void {
    this.#readCount += 1;
    this.#backoff.reset();
    this.#failing.forget(key);
    if (this.#failing.size === 0) this.#failures.recordSuccess();
  }

  #recordFailure(key: string, isOfPass: boolean, cause: unknown): void {
    this.#failures.record(cause);
    const isOfAll = cause instanceof RedisError && cause.reason === 'error-reply' && !isSlotMigrating(cause);
    // After a lost connection, all values are read again.
    if (isOfAll || !this.#dependencies.losses.isConfirmed) {
      if (isOfAll) this.#backoff.recordFailure();
      this.#failing.forget(key);
      (isOfPass ? this.#pass : this.#stale).add(key);
      return;
    }
    this.#failing.record(key);
  }

  #recordProgress(): void {
    // Keys that change before the others are found are read already.
    if (this.#isLoaded || !this.#hasBegunPass || !this.isPassComplete) return;
    this.#isLoaded = true;
    this.#resolveLoaded();
  }

  #store(key: string, result: ReadResult<Value>): void {
    this.#neverRead.delete(key);
    this.#values.store(key, result);
  }

  #readWaitMs(): number {
    if (!this.#dependencies.losses.isConfirmed) return Infinity;
    const waits = [
      this.#stale.size > 0 ? 0 : Infinity,
      this.#reported.size > 0 ? this.#nextUpdateMs - this.#nowMs() : Infinity,
      this.#failing.waitMs,
      this.#pass.waitMs,
    ].map((waitMs) => (waitMs === Infinity ? Infinity : Math.max(waitMs, this.#backoff.waitMs())));
    // A read that could start now waits for one in flight, which wakes this reader when it ends.
    return Math.min(...(this.#inFlight.size > 0 ? waits.filter((waitMs) => waitMs > 0) : waits));
  }

  #nowMs(): number {
    return this.#dependencies.clock.monotonicMs();
  }
}
