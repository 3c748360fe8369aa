import type { Logger } from '../../logger.ts';
import type { CancelTimer, Timers } from '../../timers.ts';
import type { HeldData } from '../loss/loss-watch.ts';
import { KeyReading } from './key-reading.ts';
import type { KeyReadingDependencies } from './key-reading.ts';
import { ReadPass } from './read-pass.ts';
import { ReadRetry } from './read-retry.ts';
import { RereadQueue } from './reread-queue.ts';
import { UpdateThrottle } from './update-throttle.ts';

export interface MirrorReaderDependencies<Value> extends Omit<KeyReadingDependencies<Value>, 'queue'> {
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

/** Batches in flight: enough to fill the round trips and not to wait for a large value; few enough not to crowd out other commands. */
const MOST_IN_FLIGHT = 3;

type Request = 'load' | 'revalidation';

/** Keeps the values of one kind what Redis holds: reads again what has changed, and all of it after a lost connection, and revalidates it every now and then. */
export class MirrorReader<Value> {
  readonly #dependencies: MirrorReaderDependencies<Value>;
  readonly #queue: RereadQueue;
  readonly #reading: KeyReading<Value>;
  readonly #retry: ReadRetry;
  readonly #notifications: UpdateThrottle;
  #request: Request | undefined;
  #pass: ReadPass | undefined;
  #isPreparing = false;
  #isListening = false;
  #isClosed = false;
  #inFlight = 0;
  #cancelWake: CancelTimer = () => undefined;

  constructor(dependencies: MirrorReaderDependencies<Value>) {
    const { clock, kind, logger, mostUpdatesPerSecond } = dependencies;
    this.#dependencies = dependencies;
    this.#queue = new RereadQueue(clock, mostUpdatesPerSecond);
    this.#reading = new KeyReading({ ...dependencies, queue: this.#queue });
    this.#retry = new ReadRetry(kind.name, clock, logger);
    this.#notifications = new UpdateThrottle(clock, mostUpdatesPerSecond);
  }

  /** Why reading fails at present; undefined where it does not. */
  get failure(): string | undefined {
    return this.#retry.failure;
  }

  /** Redis has reported that these keys changed. */
  markChanged(keys: readonly string[]): void {
    for (const key of keys) {
      this.#dependencies.values.markStale(key);
      this.#queue.add(key);
    }
    this.#wake();
  }

  /** Changes are reported from now on, or all keys were flushed: everything is read, at once. */
  reload(): void {
    this.#isListening = true;
    this.#retry.reset();
    this.#dependencies.values.markAllStale();
    this.#request = 'load';
    this.#pass = undefined;
    this.#wake();
  }

  /** Changes are not reported any more. */
  markDisconnected(): void {
    this.#isListening = false;
    this.#retry.forgetLogged();
    this.#dependencies.values.markAllStale();
  }

  /** Looks for changes that were missed, in the background. Does nothing where everything is being read anyway. */
  revalidate(): void {
    if (this.#pass === undefined)
      this.#request ??= this.#dependencies.values.isLoaded ? 'revalidation' : 'load';
    this.#wake();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelWake();
  }

  #wake(): void {
    if (this.#isClosed) return;
    this.#cancelWake();
    this.#reading.queueExpired();
    this.#notify();
    while (this.#inFlight < MOST_IN_FLIGHT) {
      const task = this.#nextTask();
      if (task === undefined) break;
      void this.#run(task);
    }
    this.#noteVerified();
    this.#scheduleWake();
  }

  async #run(task: () => Promise<unknown>): Promise<void> {
    this.#inFlight += 1;
    try {
      await task();
      this.#retry.noteSuccess(this.#isIdle && this.#inFlight === 1);
    } catch (cause) {
      this.#retry.noteFailure(cause);
    }
    this.#inFlight -= 1;
    if (this.#isClosed) return;
    this.#wake();
    this.#dependencies.progressed();
  }

  /** @returns what can be done now; undefined where that is nothing */
  #nextTask(): (() => Promise<unknown>) | undefined {
    const { held, losses } = this.#dependencies;
    if (this.#retry.waitMs() > 0 || this.#isIdle) return undefined;
    // Before anything that is missing is believed, it has to be known which process answers.
    if (!losses.isConfirmed)
      return this.#isPreparing ? undefined : () => this.#prepare(() => losses.confirm(held));
    const request = this.#isPreparing || this.#pass !== undefined ? undefined : this.#request;
    if (request !== undefined) return () => this.#prepare(() => this.#begin(request));
    const changed = this.#queue.nextBatch(this.#batchSize);
    return changed.length > 0 ? () => this.#reading.read(changed, 'changed') : this.#nextOfPass();
  }

  /** Whether there is nothing to read, apart from what is being read. */
  get #isIdle(): boolean {
    return this.#queue.isEmpty && this.#pass === undefined && this.#request === undefined;
  }

  async #prepare(task: () => Promise<void>): Promise<void> {
    this.#isPreparing = true;
    try {
      await task();
    } finally {
      this.#isPreparing = false;
    }
  }

  async #begin(request: Request): Promise<void> {
    const { clock, kind, values } = this.#dependencies;
    this.#request = undefined;
    try {
      const keys = await this.#reading.findKeys();
      if (request === 'revalidation' && kind.size !== undefined && values.isUpToDate)
        this.markChanged(await this.#reading.differing(kind.size, keys));
      else if (this.#latestRequest() === undefined)
        this.#start(new ReadPass(keys, request === 'load', clock));
    } catch (cause) {
      this.#request ??= request;
      throw cause;
    }
  }

  /** Apart, since the compiler cannot know that `reload()` may have been called meanwhile. */
  #latestRequest(): Request | undefined {
    return this.#request;
  }

  #start(pass: ReadPass): void {
    this.#pass = pass;
    this.#finishIfComplete(pass);
  }

  #nextOfPass(): (() => Promise<void>) | undefined {
    const pass = this.#pass;
    if (pass === undefined || pass.waitMs() > 0) return undefined;
    const keys = pass.take(this.#batchSize, (key) => this.#queue.isInFlight(key));
    return keys.length === 0 ? undefined : () => this.#readOfPass(pass, keys);
  }

  async #readOfPass(pass: ReadPass, keys: readonly string[]): Promise<void> {
    const finish = pass.begin(keys);
    let isRead = false;
    try {
      // Where one change was missed, more may be.
      if (await this.#reading.read(keys, 'revalidation')) pass.hurry();
      isRead = true;
    } finally {
      finish(isRead);
    }
    this.#finishIfComplete(pass);
  }

  #finishIfComplete(pass: ReadPass): void {
    if (this.#pass !== pass || !pass.isComplete) return;
    this.#pass = undefined;
    if (pass.isLoad) this.#dependencies.values.markLoaded(this.#isListening);
  }

  get #batchSize(): number {
    return this.#dependencies.kind.batchSize ?? DEFAULT_BATCH_SIZE;
  }

  #notify(): void {
    const { values } = this.#dependencies;
    if (!values.hasPendingChanges || this.#notifications.waitMs() > 0) return;
    this.#notifications.noteUpdate();
    values.notifyChanged();
  }

  #noteVerified(): void {
    const { clock, values } = this.#dependencies;
    if (this.#isIdle && this.#inFlight === 0 && values.isUpToDate) values.verifiedAtMs = clock.monotonicMs();
  }

  #scheduleWake(): void {
    // What may be read by now waits for something in flight, which wakes when it is over. Where nothing is in flight, it
    // has become due since it was looked at.
    const isWaitedFor = (waitMs: number): boolean => waitMs > 0 || this.#inFlight === 0;
    const readWaitsMs = this.#readWaitsMs().filter(isWaitedFor);
    const waitMs = Math.min(this.#notificationWaitMs(), this.#reading.untilExpiryMs(), ...readWaitsMs);
    if (waitMs === Infinity) return;
    this.#cancelWake = this.#dependencies.timers.after(Math.max(0, Math.ceil(waitMs)), () => {
      this.#wake();
    });
  }

  #notificationWaitMs(): number {
    return this.#dependencies.values.hasPendingChanges ? this.#notifications.waitMs() : Infinity;
  }

  #readWaitsMs(): number[] {
    if (this.#isIdle) return [];
    const retryMs = this.#retry.waitMs();
    return retryMs > 0 ? [retryMs] : [this.#queue.waitMs(), this.#pass?.waitMs() ?? Infinity];
  }
}
