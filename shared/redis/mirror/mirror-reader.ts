import type { Logger } from '../../logger.ts';
import type { CancelTimer, Timers } from '../../timers.ts';
import type { CachedData } from '../loss/loss-watch.ts';
import { isKeyOf } from './mirror-kind.ts';
import type { MirrorKind } from './mirror-kind.ts';
import { KeyReader } from './key-reader.ts';
import type { KeyReaderDependencies } from './key-reader.ts';
import { MirroredValues } from './mirrored-values.ts';
import { ReadRetry } from './read-retry.ts';
import { RereadQueue } from './reread-queue.ts';
import type { Batch } from './reread-queue.ts';
import { UpdateThrottle } from './update-throttle.ts';

export interface MirrorReaderDependencies<Value> extends Omit<KeyReaderDependencies<Value>, 'values'> {
  /** The data of all kinds that was read from Redis. */
  readonly cached: CachedData;
  readonly timers: Timers;
  readonly logger: Logger;
  /** 2 or more. */
  readonly maxUpdatesPerSecond: number;
  /** Called after each attempt to read. */
  readonly progressed: () => void;
}

const DEFAULT_BATCH_SIZE = 100;

/**
 * Maximum number of batches in flight: enough to use the round trips and not to wait for one large value, few
 * enough not to delay other commands.
 */
const MAX_IN_FLIGHT = 3;

/** One read or comparison of all keys. */
interface Pass {
  /**
   * Whether all values are read: initially, or because the change feed was (re)connected. False for a
   * revalidation, which only searches for missed changes.
   */
  readonly isLoad: boolean;
  /** When the search for its keys began, on the monotonic clock; undefined until they are queued. */
  startedMs: number | undefined;
}

/**
 * Keeps the values of one kind equal to Redis: re-reads changed keys, re-reads everything after a lost
 * connection, and revalidates everything periodically. After every event, `#wake()` starts the next tasks.
 */
export class MirrorReader<Value> {
  readonly values: MirroredValues<Value>;
  readonly keyReader: KeyReader<Value>;
  readonly #dependencies: MirrorReaderDependencies<Value>;
  readonly #queue: RereadQueue;
  readonly #retry: ReadRetry;
  readonly #notifications: UpdateThrottle;
  #pass: Pass | undefined;
  /**
   * Whether the processes are being identified or keys are being found; at most one such task runs at a time.
   */
  #isPreparing = false;
  #isListening = false;
  #isClosed = false;
  #inFlight = 0;
  #cancelWake: CancelTimer = () => undefined;

  constructor(dependencies: MirrorReaderDependencies<Value>) {
    const { clock, kind, logger, maxUpdatesPerSecond } = dependencies;
    this.#dependencies = dependencies;
    this.#queue = new RereadQueue(clock, maxUpdatesPerSecond, kind.batchSize ?? DEFAULT_BATCH_SIZE);
    this.values = new MirroredValues({ ...dependencies, queue: this.#queue });
    this.keyReader = new KeyReader({ ...dependencies, values: this.values });
    this.#retry = new ReadRetry(kind.name, clock, logger);
    this.#notifications = new UpdateThrottle(clock, maxUpdatesPerSecond);
  }

  get kind(): MirrorKind<Value> {
    return this.#dependencies.kind;
  }

  /** Why reads currently fail; undefined if they succeed. */
  get failure(): string | undefined {
    return this.#retry.failure;
  }

  /** Whether all keys are being read or compared. */
  get isReadingAll(): boolean {
    return this.#pass !== undefined;
  }

  /** Re-reads keys that Redis reported as changed. Keys of other kinds are ignored. */
  markChanged(keys: readonly string[]): void {
    const ours = keys.filter((key) => isKeyOf(this.kind, key));
    if (ours.length === 0) return;
    this.#markStale(ours);
    this.#wake();
  }

  /** Reads everything without delay: the change feed was (re)connected, or all keys were flushed. */
  reload(): void {
    this.#isListening = true;
    this.#retry.reset();
    this.values.markAllStale();
    this.#pass = { isLoad: true, startedMs: undefined };
    this.#queue.startPass([], false);
    this.#wake();
  }

  /** Must be called when changes are no longer reported. */
  markDisconnected(): void {
    this.#isListening = false;
    this.#retry.forgetLogged();
    this.values.markAllStale();
  }

  /** Searches for missed changes in the background. Has no effect while everything is being read. */
  revalidate(): void {
    this.#pass ??= { isLoad: !this.values.isLoaded, startedMs: undefined };
    this.#wake();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelWake();
  }

  #markStale(keys: readonly string[]): void {
    for (const key of keys) this.#queue.markStale(key);
    if (keys.length > 0) this.values.invalidate();
  }

  #wake(): void {
    if (this.#isClosed) return;
    this.#cancelWake();
    this.#markStale(this.keyReader.takeExpired());
    this.#notify();
    while (this.#inFlight < MAX_IN_FLIGHT) {
      const task = this.#nextTask();
      if (task === undefined) break;
      void this.#run(task);
    }
    this.#recordVerification();
    this.#scheduleWake();
  }

  async #run(task: () => Promise<void>): Promise<void> {
    this.#inFlight += 1;
    try {
      await task();
      this.#retry.recordSuccess(this.#isIdle);
    } catch (cause) {
      this.#retry.recordFailure(cause);
    }
    this.#inFlight -= 1;
    if (this.#isClosed) return;
    this.#wake();
    this.#dependencies.progressed();
  }

  /** Returns the next task that can start now; undefined if there is none. */
  #nextTask(): (() => Promise<void>) | undefined {
    const { cached, losses } = this.#dependencies;
    if (this.#isIdle || this.#retry.waitMs() > 0) return undefined;
    // Missing keys can only be treated as deleted once the answering process is known.
    if (!losses.isConfirmed) return this.#prepare(() => losses.confirm(cached));
    const pass = this.#pass;
    if (pass && pass.startedMs === undefined && !this.#isPreparing)
      return this.#prepare(() => this.#start(pass));
    const batch = this.#queue.take();
    return batch && (() => this.#read(batch));
  }

  /** Whether everything has been read. */
  get #isIdle(): boolean {
    return this.#queue.isEmpty && this.#pass === undefined;
  }

  /** Wraps a task so that at most one such task runs at a time. */
  #prepare(task: () => Promise<void>): (() => Promise<void>) | undefined {
    if (this.#isPreparing) return undefined;
    return async () => {
      this.#isPreparing = true;
      try {
        await task();
      } finally {
        this.#isPreparing = false;
      }
    };
  }

  async #start(pass: Pass): Promise<void> {
    const { size } = this.kind;
    const startedMs = this.#dependencies.clock.monotonicMs();
    const keys = await this.keyReader.findKeys(!pass.isLoad);
    const differing =
      !pass.isLoad && size !== undefined && this.values.isUpToDate
        ? await this.keyReader.differing(size, [...keys])
        : undefined;
    // If the change feed was reconnected in between, a new pass reads everything.
    if (this.#pass !== pass) return;
    pass.startedMs = startedMs;
    if (differing === undefined) this.#queue.startPass(keys, !pass.isLoad);
    else this.#markStale(differing);
    this.#finishPass();
  }

  async #read(batch: Batch): Promise<void> {
    await this.keyReader.read(batch);
    this.#finishPass();
  }

  #finishPass(): void {
    const pass = this.#pass;
    if (pass?.startedMs === undefined || !this.#queue.isPassComplete) return;
    this.#pass = undefined;
    if (pass.isLoad) this.values.markLoaded(this.#isListening);
    // Without reported changes, the values are as old as the pass.
    if (!this.#isListening) this.values.verifiedAtMs = pass.startedMs;
  }

  #notify(): void {
    if (!this.values.hasPendingChanges || this.#notifications.waitMs() > 0) return;
    this.#notifications.recordUpdate();
    this.values.notifyChanged();
  }

  #recordVerification(): void {
    if (this.#isIdle && this.values.isUpToDate)
      this.values.verifiedAtMs = this.#dependencies.clock.monotonicMs();
  }

  #scheduleWake(): void {
    const notificationMs = this.values.hasPendingChanges ? this.#notifications.waitMs() : Infinity;
    const waitMs = Math.min(notificationMs, this.keyReader.untilExpiryMs(), this.#readWaitMs());
    if (waitMs === Infinity) return;
    this.#cancelWake = this.#dependencies.timers.after(Math.max(0, Math.ceil(waitMs)), () => {
      this.#wake();
    });
  }

  #readWaitMs(): number {
    if (this.#isIdle) return Infinity;
    const retryMs = this.#retry.waitMs();
    // The queue of a pass that has not started is empty.
    const pass = this.#pass;
    const mustPrepare = !this.#dependencies.losses.isConfirmed || (pass && pass.startedMs === undefined);
    const waitMs = retryMs > 0 ? retryMs : mustPrepare ? 0 : this.#queue.waitMs();
    // A task that is due now waits for one in flight, which wakes the reader when it ends. Without one, it
    // has become due since the last check.
    return waitMs <= 0 && this.#inFlight > 0 ? Infinity : waitMs;
  }
}
