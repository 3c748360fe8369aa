import type { Clock } from '../../clock.ts';

const FIRST_PAUSE_MS = 50;

/** The pauses between attempts that fail: 50 ms after the first failure, and then twice as long each time. */
export class Backoff {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #maxPauseMs: number;
  #failures = 0;
  #retryAtMs = -Infinity;

  /** @param maxPauseMs milliseconds, at least 50 */
  constructor(clock: Pick<Clock, 'monotonicMs'>, maxPauseMs: number) {
    this.#clock = clock;
    this.#maxPauseMs = maxPauseMs;
  }

  get failures(): number {
    return this.#failures;
  }

  /** Milliseconds until the next attempt; 0 or less if it may start now. */
  waitMs(): number {
    return this.#retryAtMs - this.#clock.monotonicMs();
  }

  recordFailure(): void {
    // Attempts that were made together fail together, and count once.
    if (this.waitMs() > 0) return;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures, this.#maxPauseMs);
    this.#retryAtMs = this.#clock.monotonicMs() + pauseMs;
    this.#failures += 1;
  }

  reset(): void {
    this.#failures = 0;
    this.#retryAtMs = -Infinity;
  }
}
