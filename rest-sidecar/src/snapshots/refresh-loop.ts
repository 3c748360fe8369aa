import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { CancelTimer, Timers } from '../../../shared/timers.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import type { LiveResource } from './live-resource.ts';
import type { LinkPart } from './store-link.ts';

/** Whether it is known who answers: nothing is read before, since what another process misses is not to be believed. */
export interface StoreIdentity {
  readonly isConfirmed: boolean;
  /** @throws {RedisError} where Redis does not answer */
  confirm(): Promise<void>;
}

export interface RefreshLoopDependencies {
  readonly resource: LiveResource;
  readonly link: LinkPart;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly identity: StoreIdentity;
  /** Called after each refresh that was not disturbed. */
  readonly refreshed: () => void;
}

/** What changes is taken note of once in so many milliseconds over a while, so that what changes more often is served no more often than that. */
const NOTES_PERIOD_MS = 53;

/** How far notes may run ahead of that: of two changes in a row, the second does not wait either. Together: at most 20 times in any second. */
const NOTES_AHEAD_MS = NOTES_PERIOD_MS;

/** Parts of what is looked over with time are this far from each other. */
const LOOKING_OVER_MS = 50;

/** Refreshing is followed by a rest of this many times as long as it took, over a while: it takes four fifths of the time at most. */
const REST_FACTOR = 0.25;

/** How far refreshes may run ahead of their rest: a single large one, such as a repair, delays nothing. */
const REST_AHEAD_MS = 2000;

const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 1000;

/** Windows are looked at every so often, so that a machine's clock that is set, forward or back, is followed. */
const LONGEST_WAIT_MS = 1000;

/**
 * Refreshes one resource whenever asked: at once when it had rest, else as soon as it has, and all that was asked meanwhile together. Where a refresh leaves
 * something to read, the next one follows without a pause.
 */
export class RefreshLoop {
  readonly #dependencies: RefreshLoopDependencies;
  #isAsked = false;
  #left: 'nothing' | 'in haste' | 'with time' = 'nothing';
  #isRunning = false;
  #isClosed = false;
  /** When as many notes could have been taken without running ahead. */
  #spacedMs = -Infinity;
  #startedMs = -Infinity;
  #restedMs = -Infinity;
  #retryMs = -Infinity;
  #failures = 0;
  #cancelTimer: CancelTimer = () => undefined;

  constructor(dependencies: RefreshLoopDependencies) {
    this.#dependencies = dependencies;
  }

  /** @param despiteFailures whether to try at once although the latest refresh failed */
  ask({ despiteFailures = false } = {}): void {
    this.#isAsked = true;
    if (despiteFailures) this.#retryMs = -Infinity;
    this.#schedule();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelTimer();
  }

  #schedule(): void {
    if (this.#isRunning || this.#isClosed) return;
    this.#cancelTimer();
    if (this.#untilNextChangeMs() <= 0) this.#dependencies.resource.windows?.applyTime();
    const refreshMs = this.#untilRefreshMs();
    if (refreshMs <= 0) {
      void this.#run();
      return;
    }
    const delayMs = Math.min(refreshMs, Math.max(1, this.#untilNextChangeMs()));
    if (delayMs === Infinity) return;
    this.#cancelTimer = this.#dependencies.timers.after(delayMs, () => {
      this.#schedule();
    });
  }

  #untilRefreshMs(): number {
    const dueMs = Math.min(this.#notesDueMs, this.#restDueMs);
    const allowedMs = Math.max(dueMs, this.#restedMs - REST_AHEAD_MS, this.#retryMs);
    return allowedMs - this.#dependencies.clock.monotonicMs();
  }

  get #notesDueMs(): number {
    return this.#isAsked ? this.#spacedMs - NOTES_AHEAD_MS : Infinity;
  }

  /** What is looked over with time keeps nothing that is asked for waiting. */
  get #restDueMs(): number {
    if (this.#left === 'with time') return this.#startedMs + LOOKING_OVER_MS;
    return this.#left === 'in haste' ? -Infinity : Infinity;
  }

  #untilNextChangeMs(): number {
    const { isLoaded, windows } = this.#dependencies.resource;
    return isLoaded && windows !== undefined ? Math.min(LONGEST_WAIT_MS, windows.untilChangeMs()) : Infinity;
  }

  async #run(): Promise<void> {
    const { clock, identity, link, refreshed, resource } = this.#dependencies;
    const startedMs = clock.monotonicMs();
    this.#isRunning = true;
    this.#startedMs = startedMs;
    this.#takeNotes(startedMs);
    try {
      if (!identity.isConfirmed) await identity.confirm();
      const outcome = await resource.refresh();
      this.#left =
        outcome === 'read in part' ? 'in haste' : outcome === 'looked over in part' ? 'with time' : 'nothing';
      if (this.#hasRecovered) {
        this.#failures = 0;
        if (outcome !== 'not read') link.succeeded();
      }
      this.#rest(startedMs);
      refreshed();
    } catch (cause) {
      this.#fail(cause);
    }
    this.#isRunning = false;
    this.#schedule();
  }

  /** One part that could be read says nothing of another that could not: all has to be read after a failure, or parts for a while. */
  get #hasRecovered(): boolean {
    const isWhole = this.#left === 'nothing';
    return isWhole || this.#dependencies.clock.monotonicMs() >= this.#retryMs + LONGEST_RETRY_MS;
  }

  #takeNotes(nowMs: number): void {
    if (nowMs < this.#notesDueMs) return;
    this.#spacedMs = Math.max(this.#spacedMs, nowMs) + NOTES_PERIOD_MS;
    this.#isAsked = false;
    this.#dependencies.resource.notes.takeNotes();
  }

  #rest(startedMs: number): void {
    const nowMs = this.#dependencies.clock.monotonicMs();
    this.#restedMs = Math.max(this.#restedMs, startedMs) + (nowMs - startedMs) * (1 + REST_FACTOR);
  }

  #fail(cause: unknown): void {
    const { clock, link, logger, resource } = this.#dependencies;
    if (cause instanceof RedisError) link.failed(cause.message);
    else logger.error(`The ${resource.name} could not be refreshed`, cause);
    const retryMs = Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LONGEST_RETRY_MS);
    this.#failures++;
    this.#left = 'in haste';
    this.#retryMs = clock.monotonicMs() + retryMs;
  }
}
