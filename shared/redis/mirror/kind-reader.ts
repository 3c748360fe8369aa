import { DueTimes } from '../../due-times.ts';
import type { Platform } from '../../platform.ts';
import type { CancelTimer } from '../../timers.ts';
import type { LossWatch } from '../loss/loss-watch.ts';
import { RedisError } from '../redis-error.ts';
import { Backoff } from './backoff.ts';
import { ABSENT, isKeyOf } from './mirror-kind.ts';
import type { MirrorKind, ReadResult } from './mirror-kind.ts';
import { UPDATE_INTERVAL_MS } from './mirrored.ts';
import type { Mirrored, MirroredListener } from './mirrored.ts';
import { ReadFailures } from './read-failures.ts';
import { RejectedValues } from './rejected-values.ts';

interface KindReaderDependencies<Value> extends Platform {
  readonly kind: MirrorKind<Value>;
  readonly losses: LossWatch;
  /** Called after each attempt to read. */
  readonly progressed: () => void;
}

const DEFAULT_BATCH_SIZE = 100;

/**
 * Maximum number of batches in flight: enough to use the round trips and not to wait for one large value, few
 * enough not to delay other commands.
 */
const MAX_IN_FLIGHT = 3;

/** The pause between two batches of a revalidation, in milliseconds. */
const REVALIDATION_PAUSE_MS = 10;

/** The longest pauses between attempts to read, in milliseconds: all keys, and a key that fails alone. */
const MAX_PAUSE_MS = 1000;
const MAX_PAUSE_OF_KEY_MS = 10_000;

/** After this many failed attempts, which take some seconds, nothing waits for a key any more. */
const MAX_AWAITED_FAILURES = 5;

/** Where the keys of a batch come from. */
type BatchSource = 'stale' | 'failing' | 'unread';

interface Batch {
  readonly keys: readonly string[];
  readonly source: BatchSource;
}

/**
 * Keeps the values of one kind equal to Redis: reads stale keys, and all keys when the mirror has found them.
 * No key is read twice at the same time. After every event, `wake()` starts the next reads.
 */
export class KindReader<Value> implements Mirrored<Value> {
  readonly loaded: Promise<void>;
  /** The rejected values and keys of a wrong type. */
  readonly rejected: RejectedValues;
  readonly #dependencies: KindReaderDependencies<Value>;
  readonly #values = new Map<string, Value>();
  readonly #listeners: MirroredListener[] = [];
  /** Keys whose values have changed since listeners were last notified. */
  #changed = new Set<string>();
  #isNotified = false;
  #nextNotificationMs = -Infinity;

  /** Keys that have changed since they were last read, until the next update. */
  readonly #reported = new Set<string>();
  /** Stale keys that are read first. */
  readonly #stale = new Set<string>();
  /** The keys of the current pass that are not read yet. */
  #unread = new Set<string>();
  readonly #inFlight = new Set<string>();
  /**
   * Keys that could not be read. A batch that fails twice is read in halves, one at a time, until the keys
   * that fail alone are found.
   */
  readonly #failing = new Map<string, Backoff>();
  #failedBatches: (readonly string[])[] = [];
  readonly #batchesInFlight: Record<BatchSource, number> = { stale: 0, failing: 0, unread: 0 };
  #nextUpdateMs = -Infinity;
  #nextRevalidationMs = -Infinity;
  /** For error replies, such as `NOPERM`: they refuse every key. */
  readonly #backoff: Backoff;
  readonly #failures: ReadFailures;

  /** Whether the current pass reads without pauses. */
  #isLoading = true;
  /** Number of keys that the current pass has read. */
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

  constructor(dependencies: KindReaderDependencies<Value>) {
    const { clock, kind, logger } = dependencies;
    this.#dependencies = dependencies;
    this.rejected = new RejectedValues(kind.name, logger);
    this.#failures = new ReadFailures(kind.name, logger);
    this.#backoff = new Backoff(clock, MAX_PAUSE_MS);
    this.loaded = new Promise((resolve) => (this.#resolveLoaded = resolve));
  }

  get kind(): MirrorKind<Value> {
    return this.#dependencies.kind;
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

  /** Why reads currently fail; undefined if they succeed. */
  get failure(): string | undefined {
    return this.#failures.latest;
  }

  /** Whether all keys of the current pass were read, except for those that cannot be read. */
  get isPassComplete(): boolean {
    if (this.#unread.size + this.#batchesInFlight.unread > 0) return false;
    if (this.#failing.size === 0) return true;
    // If nothing can be read, the reason is not a single value.
    return (
      this.#readCount > 0 &&
      [...this.#failing.values()].every(({ failures }) => failures >= MAX_AWAITED_FAILURES)
    );
  }

  /** The keys in memory that should exist in Redis. */
  unexpiredKeys(): readonly string[] {
    return [...this.#values.keys()].filter((key) => !this.#expired.has(key));
  }

  /** Copies the values of another instance. `loaded` still waits until all keys are read. */
  adopt(other: KindReader<Value>): void {
    for (const [key, value] of other.#values) this.#values.set(key, value);
    for (const key of other.#neverRead) this.#neverRead.add(key);
    this.#isScanned = other.#isScanned;
    this.#isLoaded = other.#isLoaded;
  }

  /** Reads these keys again. Keys of other kinds are ignored. */
  markStale(keys: readonly string[]): void {
    const ours = keys.filter((key) => isKeyOf(this.kind, key));
    if (ours.length === 0) return;
    for (const key of ours) this.#report(key);
    this.wake();
  }

  /** Must be called when a scan of the keys begins. */
  beginScan(): void {
    this.#reportedDuringScan.clear();
  }

  /**
   * Reads all keys. A value whose key was not found is deleted.
   * @param found the keys of all kinds that a scan has found
   * @param isLoad whether they are read without pauses
   */
  readAll(found: ReadonlySet<string>, isLoad: boolean): void {
    const ours = [...(this.kind.keys ?? []), ...found].filter((key) => isKeyOf(this.kind, key));
    this.#unread = new Set(ours);
    this.#isLoading = isLoad || !this.#isLoaded;
    this.#readCount = 0;
    this.#isScanned = true;
    this.#hasBegunPass = true;
    if (isLoad) {
      this.#failing.clear();
      this.#failedBatches = [];
      this.#backoff.reset();
      this.#failures.forgetLogged();
    }
    if (!this.#isLoaded) for (const key of ours) if (!this.#values.has(key)) this.#neverRead.add(key);
    for (const key of [...this.#values.keys(), ...this.rejected.keys()])
      if (!this.#unread.has(key)) this.#handleMissing(key);
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
    for (const key of this.#expiries.takeUntil(this.#nowMs())) this.#expire(key);
    this.#notify();
    while (this.#countInFlight() < MAX_IN_FLIGHT) {
      const batch = this.#takeBatch();
      if (batch === undefined) break;
      void this.#read(batch);
    }
    const waitMs = Math.min(this.#expiryWaitMs(), this.#notificationWaitMs(), this.#readWaitMs());
    if (waitMs === Infinity) return;
    this.#cancelWake = this.#dependencies.timers.after(Math.max(0, Math.ceil(waitMs)), () => {
      this.wake();
    });
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

  /** Handles a key with a known value that the scan has not found. */
  #handleMissing(key: string): void {
    if (this.#reportedDuringScan.has(key) || this.#inFlight.has(key)) this.#unread.add(key);
    else this.#store([key], [ABSENT]);
  }

  #takeBatch(): Batch | undefined {
    if (!this.#dependencies.losses.isConfirmed || this.#backoff.waitMs() > 0) return undefined;
    if (this.#reported.size > 0 && this.#nowMs() >= this.#nextUpdateMs) {
      this.#nextUpdateMs = this.#nowMs() + UPDATE_INTERVAL_MS;
      for (const key of this.#reported) this.#stale.add(key);
      this.#reported.clear();
    }
    return this.#takeFrom('stale', this.#stale) ?? this.#takeFailing() ?? this.#takeUnread();
  }

  #takeFrom(source: BatchSource, queue: Set<string>): Batch | undefined {
    const keys: string[] = [];
    for (const key of queue) {
      if (this.#inFlight.has(key)) continue;
      queue.delete(key);
      if (this.#failing.has(key)) continue;
      this.#unread.delete(key);
      keys.push(key);
      if (keys.length === (this.kind.batchSize ?? DEFAULT_BATCH_SIZE)) break;
    }
    return keys.length === 0 ? undefined : { keys, source };
  }

  #takeFailing(): Batch | undefined {
    if (this.#batchesInFlight.failing > 0) return undefined;
    const failed = this.#failedBatches.shift();
    if (failed !== undefined) return { keys: failed, source: 'failing' };
    for (const [key, backoff] of this.#failing)
      if (backoff.waitMs() <= 0) return { keys: [key], source: 'failing' };
    return undefined;
  }

  #takeUnread(): Batch | undefined {
    return this.#unreadWaitMs() > 0 ? undefined : this.#takeFrom('unread', this.#unread);
  }

  async #read(batch: Batch): Promise<void> {
    const { kind, losses, progressed } = this.#dependencies;
    const { keys, source } = batch;
    for (const key of keys) this.#inFlight.add(key);
    this.#batchesInFlight[source] += 1;
    try {
      const results = await kind.read(keys, (key) => this.#values.get(key));
      // The reply may come from another process, which has lost the keys.
      if (!losses.isConfirmed) throw new RedisError('unreachable', 'The connection was lost meanwhile.');
      this.#store(keys, results);
      this.#recordSuccess(keys);
    } catch (cause) {
      this.#recordFailure(batch, cause);
    }
    for (const key of keys) this.#inFlight.delete(key);
    this.#batchesInFlight[source] -= 1;
    if (source === 'unread') this.#nextRevalidationMs = this.#nowMs() + REVALIDATION_PAUSE_MS;
    if (this.#isClosed) return;
    this.#recordProgress();
    this.wake();
    progressed();
  }

  #recordSuccess(keys: readonly string[]): void {
    this.#readCount += keys.length;
    this.#backoff.reset();
    for (const key of keys) this.#failing.delete(key);
    if (this.#failing.size === 0) this.#failures.recordSuccess();
  }

  #recordFailure({ keys, source }: Batch, cause: unknown): void {
    this.#failures.record(cause);
    const isRefused = cause instanceof RedisError && cause.reason === 'error-reply';
    // After a lost connection, all keys are read again.
    if (isRefused || !this.#dependencies.losses.isConfirmed) {
      if (isRefused) this.#backoff.recordFailure();
      const queue = source === 'unread' ? this.#unread : this.#stale;
      for (const key of keys) {
        this.#failing.delete(key);
        queue.add(key);
      }
      return;
    }
    for (const key of keys) {
      const backoff = this.#failing.get(key) ?? new Backoff(this.#dependencies.clock, MAX_PAUSE_OF_KEY_MS);
      if (keys.length === 1) backoff.recordFailure();
      // Moves the key to the end.
      this.#failing.delete(key);
      this.#failing.set(key, backoff);
    }
    if (keys.length === 1) return;
    // The first time, the reason is probably not a value, but that Redis or this program is busy.
    const middle = source === 'failing' ? Math.ceil(keys.length / 2) : keys.length;
    this.#failedBatches.push(keys.slice(0, middle));
    if (middle < keys.length) this.#failedBatches.push(keys.slice(middle));
  }

  #recordProgress(): void {
    // Keys that change before the others are found are read already.
    if (this.#isLoaded || !this.#hasBegunPass || !this.isPassComplete) return;
    this.#isLoaded = true;
    this.#resolveLoaded();
  }

  #store(keys: readonly string[], results: readonly ReadResult<Value>[]): void {
    for (const [index, key] of keys.entries()) {
      this.#neverRead.delete(key);
      const result = results[index];
      if (result === undefined) continue;
      this.#expired.delete(key);
      // Lost values keep their expiry.
      if (result.state === 'present')
        this.#expiries.set(key, this.#nowMs() + (result.remainingMs ?? Infinity));
      if (result.state !== 'absent') this.#dependencies.losses.forget(key);
      this.rejected.record(key, result);
      if (!this.#replace(key, result)) continue;
      this.#changed.add(key);
    }
  }

  /** @returns whether the value differs from the known one */
  #replace(key: string, result: ReadResult<Value>): boolean {
    if (result.state !== 'present') {
      const isKept = result.state === 'wrong type' || this.#dependencies.losses.isLost(key);
      return !isKept && this.#values.delete(key);
    }
    const known = this.#values.get(key);
    if (known !== undefined && this.kind.isSame?.(known, result.value) === true) return false;
    this.#values.set(key, result.value);
    return true;
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
      this.#failingWaitMs(),
      this.#unreadWaitMs(),
    ].map((waitMs) => (waitMs === Infinity ? Infinity : Math.max(waitMs, this.#backoff.waitMs())));
    // A read that could start now waits for one in flight, which wakes this reader when it ends.
    return Math.min(...(this.#countInFlight() > 0 ? waits.filter((waitMs) => waitMs > 0) : waits));
  }

  #failingWaitMs(): number {
    if (this.#batchesInFlight.failing > 0) return Infinity;
    if (this.#failedBatches.length > 0) return 0;
    return Math.min(...[...this.#failing.values()].map((backoff) => backoff.waitMs()));
  }

  #unreadWaitMs(): number {
    if (this.#unread.size === 0) return Infinity;
    if (this.#isLoading) return 0;
    return this.#batchesInFlight.unread > 0 ? Infinity : this.#nextRevalidationMs - this.#nowMs();
  }

  #countInFlight(): number {
    const { stale, failing, unread } = this.#batchesInFlight;
    return stale + failing + unread;
  }

  #nowMs(): number {
    return this.#dependencies.clock.monotonicMs();
  }
}
