import type { Clock } from '../shared/clock.ts';

/** The machine's clocks. */
export class SystemClock implements Clock {
  epochMs(): number {
    return Date.now();
  }

  monotonicMs(): number {
    return performance.now();
  }
}
