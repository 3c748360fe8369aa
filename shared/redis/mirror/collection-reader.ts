import { DueTimes } from '../../due-times.ts';
import type { Platform } from '../../platform.ts';
import { quote } from '../../quote.ts';
import type { CancelTimer } from '../../timers.ts';
import type { LossWatch } from '../loss/loss-watch.ts';
import { isSlotMigrating, RedisError } from '../redis-error.ts';
import { Backoff } from './backoff.ts';
import { ABSENT, isKeyOf } from './collection.ts';
import type { Collection, ReadResult } from './collection.ts';
import { UPDATE_INTERVAL_MS } from './mirrored.ts';
import type { Mirrored, MirroredListener } from './mirrored.ts';
import { ReadFailures } from './read-failures.ts';
import { RejectedValues } from './rejected-values.ts';

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

/** The pause after each {@link MAX_IN_FLIGHT} values of a revalidation, in milliseconds. */
const REVALIDATION_PAUSE_MS = 10;

/** The longest pauses between attempts to read, in milliseconds: all values, and one that fails alone. */
const MAX_PAUSE_MS = 1000;
const MAX_PAUSE_OF_KEY_MS = 10_000;

/** After this many failed attempts, which take some seconds, nothing waits for a value any more. */
const MAX_AWAITED_FAILURES = 5;

/**
 * Keeps the values of one collection equal to Redis: reads stale ones, and all when the mirror has found
 * their keys. No value is read twice at the same time. After every event, `wake()` starts the next reads.
 */
export class CollectionReader<Value> implements Mirrored<Value> {
  readonly loaded: Promise<void>;
  /** The rejected values and keys of a wrong type. */
  readonly rejected: RejectedValues;
  readonly #dependencies: CollectionReaderDependencies<Value>;
  readonly #maxInFlight: number;
  readonly #values = new Map<string, Value>();
  readonly #listeners: MirroredListener[] = [];
  /** Keys whose values have changed since listeners were last notified. */
  #changed = new Set<string>();
  #isNotified = false;
  #nextNotificationMs = -Infinity;

  /** Keys that have changed since they were last read, until the next update. */
  readonly #reported = new Set<string>();
  /** Stale keys, which are read first. */
  readonly #stale = new Set<string>();
  /** The keys of the current pass that are not read yet. */
  #unread = new Set<string>();
  /** Of a collection with a bound: the number of values of each group. */
  readonly #groupSizes = new Map<string, number>();
  /** The groups whose bound was logged. */
  readonly #fullGroups = new Set<string>();
  /** Keys that are being read, and how many of them for the current pass. */
  readonly #inFlight = new Set<string>();
  #passInFlight = 0;
  /** Keys whose last read has failed. */
  readonly #failing = new Map<string, Backoff>();
  /** When each failing key is read again, on the monotonic clock. */
  readonly #retries = new DueTimes<string>();
  /** Those who wait for the next read of a key. */
  readonly #refreshes = new Map<string, (() => void)[]>();
  #nextUpdateMs = -Infinity;
  #nextRevalidationMs = -Infinity;
  /** Number of values that a revalidation may still read before its next pause. */
  #untilPause = 0;
  /** For error replies, such as `NOPERM`: they refuse every read. */
  readonly #backoff: Backoff;
  readonly #failures: ReadFailures;

  /** Whether the current pass reads without pauses. */
  #isLoading = true;
  /** Number of values that the current pass has read. */
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

  /**
   * When each key expires, on the monotonic clock. Redis reports an expired key when it deletes it, which it
   * does immediately if the key is read, else after seconds, or minutes if many other keys have an expiry.
   */
  readonly #expiries = new DueTimes<string>();
  /** Expired keys that could not be read since. That they are missing does not mean that data was lost. */
  readonly #expired = new Set<string>();
  #isClosed = false;
  #cancelWake: CancelTimer = () => undefined;

  constructor(dependencies: CollectionReaderDependencies<Value>) {
    const { clock, collection, logger } = dependencies;
    this.#dependencies = dependencies;
    this.#maxInFlight = collection.maxInFlight ?? MAX_IN_FLIGHT;
    this.rejected = new RejectedValues(collection.name, logger);
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
    this.#listeners.push(changed);
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
    if (this.#unread.size + this.#passInFlight > 0) return false;
    if (this.#failing.size === 0) return true;
    // If nothing can be read, the reason is not a single value.
    return (
      this.#readCount > 0 &&
      [...this.#failing.values()].every(({ failures }) => failures >= MAX_AWAITED_FAILURES)
    );
  }

  /** The keys of the values in memory that should exist in Redis. */
  unexpiredKeys(): readonly string[] {
    return [...this.#values.keys()].filter((key) => !this.#expired.has(key));
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
    for (const [key, value] of other.#values) this.#replace(key, { state: 'present', value });
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
    this.#unread = new Set([...this.valueKeysOf(this.collection.keys ?? []), ...found]);
    this.#isLoading = isLoad || !this.#isLoaded;
    this.#readCount = 0;
    this.#isScanned = true;
    this.#hasBegunPass = true;
    if (isLoad) {
      for (const key of this.#failing.keys()) this.#forgetFailures(key);
      this.#backoff.reset();
      this.#failures.forgetLogged();
    }
    if (!this.#isLoaded) for (const key of this.#unread) if (!this.#values.has(key)) this.#neverRead.add(key);
    for (const key of [...this.#values.keys(), ...this.rejected.keys()])
      if (!this.#unread.has(key)) this.#handleMissing(key);
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
    for (const key of this.#expiries.takeUntil(this.#nowMs())) this.#expire(key);
    this.#notify();
    if (!this.#dependencies.losses.isConfirmed) this.#endRefreshes();
    while (this.#inFlight.size < this.#maxInFlight) {
      const next = this.#takeNext();
      if (next === undefined) break;
      void this.#read(...next);
    }
    const waitMs = Math.min(this.#expiryWaitMs(), this.#notificationWaitMs(), this.#readWaitMs());
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

  #expire(key: string): void {
    this.#dependencies.losses.forget(key);
    this.#expired.add(key);
    this.#report(key);
  }

  /** Handles a known value whose key the scan has not found. */
  #handleMissing(key: string): void {
    if (this.#reportedDuringScan.has(key) || this.#inFlight.has(key)) this.#unread.add(key);
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
    for (const key of this.#retries.takeUntil(this.#nowMs())) this.#stale.add(key);
    const stale = this.#takeFrom(this.#stale);
    if (stale !== undefined) return [stale, this.#unread.delete(stale)];
    if (this.#unreadWaitMs() > 0) return undefined;
    if (this.#untilPause === 0) this.#untilPause = this.#maxInFlight;
    const unread = this.#takeFrom(this.#unread);
    if (unread === undefined) return undefined;
    this.#untilPause -= 1;
    return [unread, true];
  }

  /** Takes the first key that is not being read. */
  #takeFrom(queue: Set<string>): string | undefined {
    for (const key of queue) {
      if (this.#inFlight.has(key)) continue;
      queue.delete(key);
      return key;
    }
    return undefined;
  }

  async #read(key: string, isOfPass: boolean): Promise<void> {
    const { collection, losses, progressed } = this.#dependencies;
    const refreshed = this.#refreshes.get(key) ?? [];
    this.#refreshes.delete(key);
    this.#inFlight.add(key);
    if (isOfPass) this.#passInFlight += 1;
    try {
      const result = this.#isBeyondBound(key) ? ABSENT : await collection.read(key, this.#values.get(key));
      // The reply may come from another process, which has lost the key.
      if (!losses.isConfirmed) throw new RedisError('unreachable', 'The connection was lost meanwhile.');
      // Others may have been read meanwhile.
      this.#store(key, this.#isBeyondBound(key) ? ABSENT : result);
      this.#recordSuccess(key);
    } catch (cause) {
      this.#recordFailure(key, isOfPass, cause);
    }
    this.#inFlight.delete(key);
    if (isOfPass) this.#endPassRead();
    for (const resolve of refreshed) resolve();
    if (this.#isClosed) return;
    this.#recordProgress();
    this.wake();
    progressed();
  }

  #recordSuccess(key: string): void {
    this.#readCount += 1;
    this.#backoff.reset();
    this.#forgetFailures(key);
    if (this.#failing.size === 0) this.#failures.recordSuccess();
  }

  #recordFailure(key: string, isOfPass: boolean, cause: unknown): void {
    this.#failures.record(cause);
    const isOfAll = cause instanceof RedisError && cause.reason === 'error-reply' && !isSlotMigrating(cause);
    // After a lost connection, all values are read again.
    if (isOfAll || !this.#dependencies.losses.isConfirmed) {
      if (isOfAll) this.#backoff.recordFailure();
      this.#forgetFailures(key);
      (isOfPass ? this.#unread : this.#stale).add(key);
      return;
    }
    const backoff = this.#failing.get(key) ?? new Backoff(this.#dependencies.clock, MAX_PAUSE_OF_KEY_MS);
    backoff.recordFailure();
    this.#failing.set(key, backoff);
    this.#retries.set(key, this.#nowMs() + backoff.waitMs());
  }

  #recordProgress(): void {
    // Keys that change before the others are found are read already.
    if (this.#isLoaded || !this.#hasBegunPass || !this.isPassComplete) return;
    this.#isLoaded = true;
    this.#resolveLoaded();
  }

  /** Whether a key has no value, and its group has as many as it may. */
  #isBeyondBound(key: string): boolean {
    const { bound, name } = this.collection;
    if (bound === undefined || this.#values.has(key)) return false;
    const group = bound.groupOf(key);
    const size = this.#groupSizes.get(group) ?? 0;
    if (size < bound.max) return false;
    if (!this.#fullGroups.has(group)) {
      this.#fullGroups.add(group);
      this.#dependencies.logger.warn(
        `More than ${bound.max} ${name} at ${quote(group)}: the others are not read`,
      );
    }
    return true;
  }

  #countInGroup(key: string, difference: 1 | -1): void {
    const group = this.collection.bound?.groupOf(key);
    if (group !== undefined) this.#groupSizes.set(group, (this.#groupSizes.get(group) ?? 0) + difference);
  }

  #store(key: string, result: ReadResult<Value>): void {
    this.#neverRead.delete(key);
    this.#expired.delete(key);
    // Lost values keep their expiry.
    if (result.state === 'present') this.#expiries.set(key, this.#nowMs() + (result.remainingMs ?? Infinity));
    if (result.state !== 'absent') this.#dependencies.losses.forget(key);
    this.rejected.record(key, result);
    if (this.#replace(key, result)) this.#changed.add(key);
  }

  /** @returns whether the value differs from the known one */
  #replace(key: string, result: ReadResult<Value>): boolean {
    if (result.state !== 'present') {
      const isKept = result.state === 'wrong type' || this.#dependencies.losses.isLost(key);
      if (isKept || !this.#values.delete(key)) return false;
      this.#countInGroup(key, -1);
      return true;
    }
    const known = this.#values.get(key);
    if (known !== undefined && this.collection.isSame?.(known, result.value) === true) return false;
    if (!this.#values.has(key)) this.#countInGroup(key, 1);
    this.#values.set(key, result.value);
    return true;
  }

  #forgetFailures(key: string): void {
    this.#failing.delete(key);
    this.#retries.delete(key);
  }

  #endPassRead(): void {
    this.#passInFlight -= 1;
    if (this.#passInFlight === 0) this.#nextRevalidationMs = this.#nowMs() + REVALIDATION_PAUSE_MS;
  }

  #notify(): void {
    if (this.#notificationWaitMs() > 0) return;
    const changed = this.#changed;
    this.#changed = new Set();
    this.#isNotified = true;
    this.#nextNotificationMs = this.#nowMs() + UPDATE_INTERVAL_MS;
    for (const listener of this.#listeners) listener(changed);
  }

  /** Milliseconds until listeners must be notified. */
  #notificationWaitMs(): number {
    const isPending = this.#isLoaded && (this.#changed.size > 0 || !this.#isNotified);
    return isPending ? this.#nextNotificationMs - this.#nowMs() : Infinity;
  }

  #expiryWaitMs(): number {
    return this.#expiries.earliest - this.#nowMs();
  }

  #readWaitMs(): number {
    if (!this.#dependencies.losses.isConfirmed) return Infinity;
    const waits = [
      this.#stale.size > 0 ? 0 : Infinity,
      this.#reported.size > 0 ? this.#nextUpdateMs - this.#nowMs() : Infinity,
      this.#retries.earliest - this.#nowMs(),
      this.#unreadWaitMs(),
    ].map((waitMs) => (waitMs === Infinity ? Infinity : Math.max(waitMs, this.#backoff.waitMs())));
    // A read that could start now waits for one in flight, which wakes this reader when it ends.
    return Math.min(...(this.#inFlight.size > 0 ? waits.filter((waitMs) => waitMs > 0) : waits));
  }

  /** Milliseconds until the next value of the current pass may be read. */
  #unreadWaitMs(): number {
    if (this.#unread.size === 0) return Infinity;
    if (this.#isLoading || this.#untilPause > 0) return 0;
    return this.#passInFlight > 0 ? Infinity : this.#nextRevalidationMs - this.#nowMs();
  }

  #nowMs(): number {
    return this.#dependencies.clock.monotonicMs();
  }
}
