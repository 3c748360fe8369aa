import type { Clock } from '../../clock.ts';

const FIRST_PAUSE_MS = 50;

/** Returns the pause after this many failed attempts: 50 ms after the first, then twice as long each time. */
export function pauseMsAfter(failures: number, maxPauseMs: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), maxPauseMs);
}

/** The pauses between attempts that fail. */
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

  /** Milliseconds until the next attempt; 0 or less if it may start now. */
  waitMs(): number {
    return this.#retryAtMs - this.#clock.monotonicMs();
  }

  recordFailure(): void {
    // Attempts that were made together fail together, and count once.
    if (this.waitMs() > 0) return;
    this.#failures += 1;
    this.#retryAtMs = this.#clock.monotonicMs() + pauseMsAfter(this.#failures, this.#maxPauseMs);
  }

  reset(): void {
    this.#failures = 0;
    this.#retryAtMs = -Infinity;
  }
}
