import type { Logger } from '../../logger.ts';
import type { CancelTimer, Timers } from '../../timers.ts';
import type { HeldData } from '../loss/loss-watch.ts';
import { isKeyOf } from './mirror-kind.ts';
import type { MirrorKind } from './mirror-kind.ts';
import { KeyReading } from './key-reading.ts';
import type { KeyReadingDependencies } from './key-reading.ts';
import { MirroredValues } from './mirrored-values.ts';
import { ReadRetry } from './read-retry.ts';
import { RereadQueue } from './reread-queue.ts';
import type { Batch } from './reread-queue.ts';
import { UpdateThrottle } from './update-throttle.ts';

export interface MirrorReaderDependencies<Value> extends Omit<KeyReadingDependencies<Value>, 'values'> {
  /** Everything that was read from Redis, of all kinds. */
  readonly held: HeldData;
  readonly timers: Timers;
  readonly logger: Logger;
  /** 2 or more. */
  readonly mostUpdatesPerSecond: number;
  /** Called after each attempt to read. */
  readonly progressed: () => void;
}

const DEFAULT_BATCH_SIZE = 100;

/**
 * Batches in flight: enough to fill the round trips and not to wait for a large value; few enough not to
 * crowd out other commands.
 */
const MOST_IN_FLIGHT = 3;

/** All keys are read, or compared, once. */
interface Pass {
  /**
   * Whether everything is read, for the first time or since changes are reported again; else missed changes
   * are found.
   */
  readonly isLoad: boolean;
  /** Whether its keys were found, and are in the queue. */
  isStarted: boolean;
}

/**
 * Keeps the values of one kind what Redis holds: reads again what has changed, and everything after a lost
 * connection, and revalidates everything periodically. Whatever happens, `#wake()` looks for what is to be
 * done next.
 */
export class MirrorReader<Value> {
  readonly values: MirroredValues<Value>;
  readonly reading: KeyReading<Value>;
  readonly #dependencies: MirrorReaderDependencies<Value>;
  readonly #queue: RereadQueue;
  readonly #retry: ReadRetry;
  readonly #notifications: UpdateThrottle;
  #pass: Pass | undefined;
  /** Whether the processes are being identified, or keys being found. */
  #isPreparing = false;
  #isListening = false;
  #isClosed = false;
  #inFlight = 0;
  #cancelWake: CancelTimer = () => undefined;

  constructor(dependencies: MirrorReaderDependencies<Value>) {
    const { clock, kind, logger, mostUpdatesPerSecond } = dependencies;
    this.#dependencies = dependencies;
    this.#queue = new RereadQueue(clock, mostUpdatesPerSecond);
    this.values = new MirroredValues({ ...dependencies, queue: this.#queue });
    this.reading = new KeyReading({ ...dependencies, values: this.values });
    this.#retry = new ReadRetry(kind.name, clock, logger);
    this.#notifications = new UpdateThrottle(clock, mostUpdatesPerSecond);
  }

  get kind(): MirrorKind<Value> {
    return this.#dependencies.kind;
  }

  /** Why reading fails at present; undefined where it does not. */
  get failure(): string | undefined {
    return this.#retry.failure;
  }

  /** Redis has reported that some keys changed. Those of other kinds are ignored. */
  markChanged(keys: readonly string[]): void {
    const ours = keys.filter((key) => isKeyOf(this.kind, key));
    if (ours.length === 0) return;
    this.#markStale(ours);
    this.#wake();
  }

  /** Changes are reported from now on, or all keys were flushed: everything is read, at once. */
  reload(): void {
    this.#isListening = true;
    this.#retry.reset();
    this.values.markAllStale();
    this.#pass = { isLoad: true, isStarted: false };
    this.#queue.startPass([], false);
    this.#wake();
  }

  /** Changes are not reported any more. */
  markDisconnected(): void {
    this.#isListening = false;
    this.#retry.forgetLogged();
    this.values.markAllStale();
  }

  /**
   * Looks for changes that were missed, in the background. Does nothing where everything is being read
   * anyway.
   */
  revalidate(): void {
    this.#pass ??= { isLoad: !this.values.isLoaded, isStarted: false };
    this.#wake();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelWake();
  }

  #markStale(keys: readonly string[]): void {
    for (const key of keys) this.#queue.markStale(key);
    if (keys.length > 0) this.values.touch();
  }

  #wake(): void {
    if (this.#isClosed) return;
    this.#cancelWake();
    this.#markStale(this.reading.takeExpired());
    this.#notify();
    while (this.#inFlight < MOST_IN_FLIGHT) {
      const task = this.#nextTask();
      if (task === undefined) break;
      void this.#run(task);
    }
    this.#noteVerified();
    this.#scheduleWake();
  }

  async #run(task: () => Promise<void>): Promise<void> {
    this.#inFlight += 1;
    try {
      await task();
      this.#retry.noteSuccess(this.#isIdle);
    } catch (cause) {
      this.#retry.noteFailure(cause);
    }
    this.#inFlight -= 1;
    if (this.#isClosed) return;
    this.#wake();
    this.#dependencies.progressed();
  }

  /** @returns what can be done now; undefined where that is nothing */
  #nextTask(): (() => Promise<void>) | undefined {
    const { held, losses } = this.#dependencies;
    if (this.#isIdle || this.#retry.waitMs() > 0) return undefined;
    // Before anything that is missing is believed, it has to be known which process answers.
    if (!losses.isConfirmed) return this.#prepare(() => losses.confirm(held));
    const pass = this.#pass;
    if (pass?.isStarted === false && !this.#isPreparing) return this.#prepare(() => this.#start(pass));
    const batch = this.#queue.take(this.kind.batchSize ?? DEFAULT_BATCH_SIZE);
    return batch && (() => this.#read(batch));
  }

  /** Whether everything has been read. */
  get #isIdle(): boolean {
    return this.#queue.isEmpty && this.#pass === undefined;
  }

  /** @returns a task, of which there is one at a time */
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
    const keys = await this.reading.findKeys();
    const differing =
      !pass.isLoad && size !== undefined && this.values.isUpToDate
        ? await this.reading.differing(size, [...keys])
        : undefined;
    // Changes may have begun to be reported meanwhile, so that all has to be read again.
    if (this.#pass !== pass) return;
    pass.isStarted = true;
    if (differing === undefined) this.#queue.startPass(keys, !pass.isLoad);
    else this.#markStale(differing);
    this.#finishPass();
  }

  async #read(batch: Batch): Promise<void> {
    await this.reading.read(batch);
    this.#finishPass();
  }

  #finishPass(): void {
    const pass = this.#pass;
    if (pass?.isStarted !== true || !this.#queue.isPassComplete) return;
    this.#pass = undefined;
    if (pass.isLoad) this.values.markLoaded(this.#isListening);
  }

  #notify(): void {
    if (!this.values.hasPendingChanges || this.#notifications.waitMs() > 0) return;
    this.#notifications.noteUpdate();
    this.values.notifyChanged();
  }

  #noteVerified(): void {
    if (this.#isIdle && this.values.isUpToDate)
      this.values.verifiedAtMs = this.#dependencies.clock.monotonicMs();
  }

  #scheduleWake(): void {
    const notificationMs = this.values.hasPendingChanges ? this.#notifications.waitMs() : Infinity;
    const waitMs = Math.min(notificationMs, this.reading.untilExpiryMs(), this.#readWaitMs());
    if (waitMs === Infinity) return;
    this.#cancelWake = this.#dependencies.timers.after(Math.max(0, Math.ceil(waitMs)), () => {
      this.#wake();
    });
  }

  #readWaitMs(): number {
    if (this.#isIdle) return Infinity;
    const retryMs = this.#retry.waitMs();
    const waitMs = retryMs > 0 ? retryMs : this.#queue.waitMs();
    // What may be read by now waits for something in flight, which wakes when it is over. Where nothing is in
    // flight, it has become due since it was looked at.
    return waitMs <= 0 && this.#inFlight > 0 ? Infinity : waitMs;
  }
}
