import type { Clock } from '../../clock.ts';

/**
 * Limits the number of updates in any second. After a pause, two updates may follow each other immediately,
 * so that a single change is never delayed.
 */
export class UpdateThrottle {
  readonly #clock: Clock;
  readonly #intervalMs: number;
  /** When the next update would happen if all of them were evenly spaced. */
  #nextMs = -Infinity;

  /** @param maxPerSecond 2 or more; Infinity for no limit */
  constructor(clock: Clock, maxPerSecond: number) {
    this.#clock = clock;
    this.#intervalMs = maxPerSecond === Infinity ? 0 : Math.ceil(1000 / (maxPerSecond - 1));
  }

  /** Milliseconds until an update is allowed; 0 or less if it is allowed now. */
  waitMs(): number {
    return this.#intervalMs === 0 ? 0 : this.#nextMs - this.#intervalMs - this.#clock.monotonicMs();
  }

  recordUpdate(): void {
    if (this.#intervalMs > 0)
      this.#nextMs = Math.max(this.#nextMs, this.#clock.monotonicMs()) + this.#intervalMs;
  }
}
