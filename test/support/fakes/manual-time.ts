import type { Clock } from '../../../shared/clock.ts';
import type { CancelTimer, Timers } from '../../../shared/timers.ts';

interface Due {
  readonly atMs: number;
  readonly action: () => void;
}

/** A clock and timers that the test moves. */
export class ManualTime implements Clock, Timers {
  #nowMs = 0;
  readonly #epochMs: number;
  readonly #due = new Set<Due>();

  constructor(epochMs = Date.UTC(2026, 0, 1)) {
    this.#epochMs = epochMs;
  }

  epochMs(): number {
    return this.#epochMs + this.#nowMs;
  }

  monotonicMs(): number {
    return this.#nowMs;
  }

  after(delayMs: number, action: () => void): CancelTimer {
    const due = { atMs: this.#nowMs + delayMs, action };
    this.#due.add(due);
    return () => void this.#due.delete(due);
  }

  /** Advances the time by `ms` milliseconds, and runs the timers that become due, in order. */
  advance(ms: number): void {
    const until = this.#nowMs + ms;
    for (;;) {
      const next = [...this.#due].filter(({ atMs }) => atMs <= until).sort((a, b) => a.atMs - b.atMs)[0];
      if (next === undefined) break;
      this.#due.delete(next);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.action();
    }
    this.#nowMs = until;
  }

  get pendingTimers(): number {
    return this.#due.size;
  }
}
