import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { CancelTimer, Timers } from '../../../shared/timers.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import type { LiveResource } from './live-resource.ts';
import type { LinkPart } from './store-link.ts';

export interface RefreshLoopDependencies {
  readonly resource: LiveResource;
  readonly link: LinkPart;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  /** Called after each refresh that was not disturbed. */
  readonly refreshed: () => void;
}

/** From the start of one refresh to that of the next: at most 20 a second. */
const SHORTEST_PERIOD_MS = 50;

/** A refresh is followed by a rest of this many times as long as it took, over a while. */
const REST_FACTOR = 2;

/** How far refreshes may run ahead of their rest: a single large one, such as a repair, delays nothing. */
const REST_AHEAD_MS = 2000;

const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 1000;

/** A window that opens in years is looked at every so often, so that a machine's clock that is set is followed. */
const LONGEST_WAIT_MS = 1000;

/** Refreshes one resource whenever asked: at once when it had rest, else as soon as it has, and all that was asked meanwhile together. */
export class RefreshLoop {
  readonly #dependencies: RefreshLoopDependencies;
  #isAsked = false;
  #isRunning = false;
  #isClosed = false;
  #notBeforeMs = -Infinity;
  #restedMs = -Infinity;
  #failures = 0;
  #cancelTimer: CancelTimer = () => undefined;

  constructor(dependencies: RefreshLoopDependencies) {
    this.#dependencies = dependencies;
  }

  /** @param despiteFailures whether to try at once although the latest refresh failed */
  ask({ despiteFailures = false } = {}): void {
    this.#isAsked = true;
    if (despiteFailures && this.#failures > 0) this.#notBeforeMs = -Infinity;
    this.#schedule();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelTimer();
  }

  #schedule(): void {
    if (this.#isRunning || this.#isClosed) return;
    this.#cancelTimer();
    const delayMs = this.#isAsked ? this.#untilAllowedMs() : this.#untilNextChangeMs();
    if (this.#isAsked && delayMs <= 0) void this.#run();
    else if (delayMs < Infinity) {
      this.#cancelTimer = this.#dependencies.timers.after(delayMs, () => {
        this.#wake();
      });
    }
  }

  #wake(): void {
    if (this.#untilNextChangeMs() <= 0) this.#isAsked = true;
    this.#schedule();
  }

  #untilAllowedMs(): number {
    return this.#notBeforeMs - this.#dependencies.clock.monotonicMs();
  }

  #untilNextChangeMs(): number {
    const { clock, resource } = this.#dependencies;
    const untilMs = resource.nextChangeMs - clock.epochMs();
    return untilMs === Infinity ? Infinity : Math.min(LONGEST_WAIT_MS, Math.max(0, untilMs));
  }

  async #run(): Promise<void> {
    const { clock, link, refreshed, resource } = this.#dependencies;
    const startedMs = clock.monotonicMs();
    this.#isAsked = false;
    this.#isRunning = true;
    try {
      const outcome = await resource.refresh();
      this.#failures = 0;
      if (outcome === 'read in part') this.#isAsked = true;
      if (outcome !== 'not read') link.succeeded();
      this.#rest(startedMs);
      refreshed();
    } catch (cause) {
      this.#fail(cause);
    }
    this.#isRunning = false;
    this.#schedule();
  }

  #rest(startedMs: number): void {
    const nowMs = this.#dependencies.clock.monotonicMs();
    this.#restedMs = Math.max(this.#restedMs, startedMs) + (nowMs - startedMs) * (1 + REST_FACTOR);
    this.#notBeforeMs = Math.max(startedMs + SHORTEST_PERIOD_MS, this.#restedMs - REST_AHEAD_MS);
  }

  #fail(cause: unknown): void {
    const { clock, link, logger, resource } = this.#dependencies;
    if (cause instanceof RedisError) link.failed(cause.message);
    else logger.error(`The ${resource.name} could not be refreshed`, cause);
    const retryMs = Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LONGEST_RETRY_MS);
    this.#failures++;
    this.#isAsked = true;
    this.#notBeforeMs = clock.monotonicMs() + retryMs;
  }
}
