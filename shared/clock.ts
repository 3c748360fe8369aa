/** Time as the core sees it: handed in, so that tests move it by hand. */
export interface Clock {
  /** Milliseconds since the Unix epoch, UTC (G1). May jump when the machine's clock is set. */
  epochMs(): number;
  /**
   * Milliseconds since an arbitrary start. Never goes back, whatever is done to the machine's clock: what
   * waiting times are counted in.
   */
  monotonicMs(): number;
}
