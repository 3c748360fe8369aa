/** The time as the core sees it. It is passed in, so that tests can move it. */
export interface Clock {
  /** Milliseconds since the Unix epoch, UTC (G1). May jump when the machine's clock is set. */
  epochMs(): number;
  /**
   * Milliseconds since an arbitrary start. Never goes back, even if the machine's clock is set. For measuring
   * durations.
   */
  monotonicMs(): number;
}
