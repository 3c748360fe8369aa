import type { Clock } from '../../clock.ts';
import type { Logger } from '../../logger.ts';
import type { CancelTimer, Timers } from '../../timers.ts';
import type { HeldData, LossWatch } from '../loss/loss-watch.ts';
import type { ProcessCommands } from '../loss/serving-processes.ts';
import { RedisError } from '../redis-error.ts';
import { WRONG_TYPE } from '../redis-commands.ts';
import type { WrongTypes } from '../wrong-types.ts';
import type { ComparedSize, MirrorKind, ReadContext, ReadResult } from './mirror-kind.ts';
import type { MirroredValues } from './mirrored-values.ts';
import { ReadPass } from './read-pass.ts';
import { ReadRetry } from './read-retry.ts';
import { RereadQueue } from './reread-queue.ts';
import { UpdateThrottle } from './update-throttle.ts';

/** What of Redis a mirror needs, beside what its kinds read with. */
export interface MirrorCommands extends ProcessCommands {
  /** Every key that begins with `prefix`, each once, in no order. @throws {RedisError} */
  keysStartingWith(prefix: string): Promise<readonly string[]>;
}

export interface MirrorReaderDependencies<Value> {
  readonly kind: MirrorKind<Value>;
  readonly values: MirroredValues<Value>;
  readonly commands: MirrorCommands;
  readonly losses: LossWatch;
  readonly wrongTypes: WrongTypes;
  /** Everything that was read from Redis, of all kinds. */
  readonly held: HeldData;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly mostUpdatesPerSecond: number;
  /** Called after each attempt to read, and when nothing is left to read. */
  readonly progressed: () => void;
}

const DEFAULT_BATCH_SIZE = 100;

/** Batches in flight: enough to fill the round trips and not to wait for a large value; few enough not to crowd out other commands. */
const MOST_IN_FLIGHT = 3;

type Request = 'load' | 'revalidation';

/** Keeps the values of one kind what Redis holds: reads again what has changed, all of it after a lost connection, and compares it every now and then. */
export class MirrorReader<Value> {
  readonly #dependencies: MirrorReaderDependencies<Value>;
  readonly #queue: RereadQueue;
  readonly #retry: ReadRetry;
  /** Spaces rounds of reading again, and what listeners are notified of. */
  readonly #rounds: UpdateThrottle;
  readonly #notifications: UpdateThrottle;
  #round: string[] = [];
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
    this.#queue = new RereadQueue(clock);
    this.#retry = new ReadRetry(kind.name, clock, logger);
    this.#rounds = new UpdateThrottle(clock, mostUpdatesPerSecond);
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
    if (this.#retry.waitMs() > 0 || this.#isIdle) return undefined;
    if (!this.#dependencies.losses.isConfirmed)
      return this.#isPreparing ? undefined : () => this.#prepare(() => this.#confirm());
    const request = this.#isPreparing || this.#pass !== undefined ? undefined : this.#request;
    if (request !== undefined) return () => this.#prepare(() => this.#begin(request));
    const changed = this.#nextChanged();
    return changed.length > 0 ? () => this.#readBatch(changed, 'changed') : this.#nextOfPass();
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

  /** Before anything that is missing is believed, it has to be known which process answers. */
  async #confirm(): Promise<void> {
    await this.#dependencies.losses.confirm(this.#dependencies.held);
  }

  async #begin(request: Request): Promise<void> {
    const { clock, kind, values } = this.#dependencies;
    this.#request = undefined;
    try {
      const keys = await this.#allKeys();
      if (request === 'revalidation' && kind.size !== undefined && values.isUpToDate)
        this.markChanged(await this.#differing(kind.size, keys));
      else if (this.#latestRequest() === undefined) {
        this.#pass = new ReadPass(keys, request === 'load', clock);
        this.#finishIfComplete(this.#pass);
      }
    } catch (cause) {
      this.#request ??= request;
      throw cause;
    }
  }

  /** Apart, since the compiler cannot know that `reload()` may have been called meanwhile. */
  #latestRequest(): Request | undefined {
    return this.#request;
  }

  async #allKeys(): Promise<Set<string>> {
    const { commands, kind, values } = this.#dependencies;
    const all = new Set(kind.keys);
    for (const prefix of kind.prefixes)
      for (const key of await commands.keysStartingWith(prefix)) all.add(key);
    for (const key of values.keys()) all.add(key);
    return all;
  }

  /** @returns the keys whose value has another size in Redis than in memory */
  async #differing(size: ComparedSize<Value>, all: ReadonlySet<string>): Promise<string[]> {
    const { losses, values, wrongTypes } = this.#dependencies;
    const keys = [...all];
    const sizes = await size.read(keys);
    return keys.filter((key, index) => {
      const found = sizes[index];
      if (wrongTypes.has(key)) return found !== WRONG_TYPE;
      const known = values.get(key);
      return found !== (known === undefined || losses.isLost(key) ? 0 : size.of(known));
    });
  }

  /** @returns keys that have changed, of one round; empty where there are none, or the next round is not due */
  #nextChanged(): string[] {
    for (;;) {
      if (this.#round.length === 0) {
        if (this.#rounds.waitMs() > 0) return [];
        this.#round = this.#queue.due();
        if (this.#round.length === 0) return [];
        this.#rounds.noteUpdate();
      }
      const keys = this.#round.splice(-this.#batchSize).filter((key) => this.#queue.isDue(key));
      if (keys.length > 0) return keys;
    }
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
      if (await this.#readBatch(keys, 'revalidation')) pass.hurry();
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

  /** @returns whether a value is different from what was known */
  async #readBatch(keys: readonly string[], reason: ReadContext<Value>['reason']): Promise<boolean> {
    const { kind, losses, values } = this.#dependencies;
    const finish = this.#queue.begin(keys);
    try {
      const results = await kind.read(keys, { known: (key) => values.get(key), reason });
      // Another process may have answered, which has lost them.
      if (!losses.isConfirmed) throw new RedisError('unreachable', 'The connection was lost meanwhile.');
      return this.#store(keys, results);
    } catch (cause) {
      for (const key of keys) if (reason === 'changed' || values.isStale(key)) this.#queue.add(key);
      throw cause;
    } finally {
      finish();
    }
  }

  #store(keys: readonly string[], results: readonly ReadResult<Value>[]): boolean {
    let hasChanged = false;
    for (const [index, key] of keys.entries()) {
      const result = results[index];
      if (result !== undefined && this.#dependencies.values.store(key, result, this.#queue.has(key)))
        hasChanged = true;
    }
    return hasChanged;
  }

  get #batchSize(): number {
    return this.#dependencies.kind.batchSize ?? DEFAULT_BATCH_SIZE;
  }

  #notify(): void {
    if (!this.#dependencies.values.hasPendingChanges || this.#notifications.waitMs() > 0) return;
    this.#notifications.noteUpdate();
    this.#dependencies.values.notifyChanged();
  }

  #noteVerified(): void {
    const { clock, values } = this.#dependencies;
    if (this.#isIdle && this.#inFlight === 0 && values.isUpToDate) values.verifiedAtMs = clock.monotonicMs();
  }

  #scheduleWake(): void {
    const waitMs = Math.min(this.#readWaitMs(), this.#notificationWaitMs());
    // What is due by now waits for something that is in flight, which wakes when it is over.
    if (waitMs <= 0 || waitMs === Infinity) return;
    this.#cancelWake = this.#dependencies.timers.after(Math.ceil(waitMs), () => {
      this.#wake();
    });
  }

  #readWaitMs(): number {
    if (this.#isIdle) return Infinity;
    const retryMs = this.#retry.waitMs();
    if (retryMs > 0) return retryMs;
    const changedMs = Math.max(this.#rounds.waitMs(), this.#queue.waitMs());
    const passMs = this.#pass?.waitMs() ?? Infinity;
    // Of the two, one may wait for what is in flight, and the other for a time.
    return Math.min(changedMs > 0 ? changedMs : Infinity, passMs > 0 ? passMs : Infinity);
  }

  #notificationWaitMs(): number {
    return this.#dependencies.values.hasPendingChanges ? this.#notifications.waitMs() : Infinity;
  }
}
