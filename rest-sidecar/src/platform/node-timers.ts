import type { CancelTimer, Timers } from '../../../shared/timers.ts';

/** Longer delays overflow Node's timers, which then fire at once. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** Timers that do not keep the process alive: what does is the listening server. */
export class NodeTimers implements Timers {
  after(delayMs: number, action: () => void): CancelTimer {
    let timer: NodeJS.Timeout;
    const wait = (remainingMs: number): void => {
      const stepMs = Math.min(remainingMs, LONGEST_DELAY_MS);
      const next = (): void => {
        if (remainingMs > stepMs) wait(remainingMs - stepMs);
        else action();
      };
      timer = setTimeout(next, stepMs).unref();
    };
    wait(Math.max(0, delayMs));
    return () => {
      clearTimeout(timer);
    };
  }
}
