import type { Clock } from '../../clock.ts';

/**
 * Spaces updates so that any second has at most so many of them. After a pause, two may follow each other at
 * once: a single change is never delayed.
 */
export class UpdateThrottle {
  readonly #clock: Clock;
  readonly #intervalMs: number;
  /** When the next update would be, if all of them were evenly spaced. */
  #nextMs = -Infinity;

  /** @param mostPerSecond 2 or more; Infinity for as many as there are */
  constructor(clock: Clock, mostPerSecond: number) {
    this.#clock = clock;
    this.#intervalMs = mostPerSecond === Infinity ? 0 : Math.ceil(1000 / (mostPerSecond - 1));
  }

  /** Milliseconds until an update is allowed; 0 or less where it is by now. */
  waitMs(): number {
    return this.#intervalMs === 0 ? 0 : this.#nextMs - this.#intervalMs - this.#clock.monotonicMs();
  }

  noteUpdate(): void {
    if (this.#intervalMs > 0)
      this.#nextMs = Math.max(this.#nextMs, this.#clock.monotonicMs()) + this.#intervalMs;
  }
}
