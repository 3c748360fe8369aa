import type { CancelTimer, Timers } from '../shared/timers.ts';

/** Node's timers overflow with longer delays, and then fire immediately. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Timers that do not keep the process alive; the listening server does that. */
export class NodeTimers implements Timers {
  after(delayMs: number, action: () => void): CancelTimer {
    const timer = setTimeout(action, Math.min(Math.max(0, delayMs), MAX_DELAY_MS)).unref();
    return () => {
      clearTimeout(timer);
    };
  }
}
