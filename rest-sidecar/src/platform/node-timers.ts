import type { CancelTimer, Timers } from '../../../shared/timers.ts';

/** Node's timers overflow with longer delays, and then fire immediately. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Timers that do not keep the process alive; the listening server does that. */
export class NodeTimers implements Timers {
  after(delayMs: number, action: () => void): CancelTimer {
    let timer: NodeJS.Timeout;
    const wait = (remainingMs: number): void => {
      const stepMs = Math.min(remainingMs, MAX_DELAY_MS);
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
