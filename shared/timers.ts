/** Delayed calls. Neither runtime's own `setTimeout` is visible in `shared`, since GraalJS has none. */
export interface Timers {
  /**
   * Calls `action` once, not before `delayMs` milliseconds from now. What `action` throws is the caller's bug
   * and reaches the log of the platform.
   * @returns cancels the call, and does nothing once it was made
   */
  after(delayMs: number, action: () => void): CancelTimer;
}

export type CancelTimer = () => void;
