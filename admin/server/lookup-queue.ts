import type { Clock } from '../../shared/clock.ts';
import type { CancelTimer, Timers } from '../../shared/timers.ts';

/** Rate of look-ups per second, after the initial burst. */
const PER_SECOND = 200;
const BURST = 50;

/** Limits the rate of look-ups in Redis for tokens that may be guesses: a token bucket with a FIFO queue. */
export class LookupQueue {
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #waiting = new Set<() => void>();
  #available = BURST;
  #countedMs: number;
  #isScheduled = false;

  constructor({ clock, timers }: { readonly clock: Clock; readonly timers: Timers }) {
    this.#clock = clock;
    this.#timers = timers;
    this.#countedMs = clock.monotonicMs();
  }

  /**
   * Calls `start` when the rate allows: immediately if possible, otherwise after the entries before it.
   * @returns a function that removes the entry from the queue
   */
  enter(start: () => void): CancelTimer {
    // Wrapped, because the same function may be entered twice.
    const entry = (): void => {
      start();
    };
    this.#waiting.add(entry);
    this.#startSome();
    return () => {
      this.#waiting.delete(entry);
    };
  }

  #startSome(): void {
    this.#refill();
    for (const start of this.#waiting) {
      if (this.#available < 1) break;
      this.#available--;
      this.#waiting.delete(start);
      start();
    }
    if (this.#waiting.size > 0) this.#schedule();
  }

  #refill(): void {
    const nowMs = this.#clock.monotonicMs();
    this.#available = Math.min(BURST, this.#available + ((nowMs - this.#countedMs) * PER_SECOND) / 1000);
    this.#countedMs = nowMs;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#timers.after(1000 / PER_SECOND, () => {
      this.#isScheduled = false;
      this.#startSome();
    });
  }
}
