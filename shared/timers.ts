/** Delayed calls. `setTimeout` is not visible in `shared`, since GraalJS has none. */
export interface Timers {
  /**
   * Calls `action` once, at the earliest `delayMs` milliseconds from now, or after 24 days if that is
   * earlier. An error that `action` throws is a bug of the caller; the platform logs it.
   * @returns a function that cancels the call; it has no effect after the call
   */
  after(delayMs: number, action: () => void): CancelTimer;
}

export type CancelTimer = () => void;

/** @returns a promise that is fulfilled after this many milliseconds */
export function delay(milliseconds: number, timers: Timers): Promise<void> {
  return new Promise((resolve) => {
    timers.after(milliseconds, resolve);
  });
}
