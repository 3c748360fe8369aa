/** When something was wrong between the programs and Redis. All times are of `performance.now()`. */
export class Outages {
  readonly #outages: { readonly beganAtMs: number; endedAtMs: number }[] = [];
  readonly #lagMs: number;
  readonly #settleMs: number;

  /**
   * @param lagMs how late an edit may be seen while nothing is wrong
   * @param settleMs how long after an outage edits may still be unseen
   */
  constructor(lagMs: number, settleMs: number) {
    this.#lagMs = lagMs;
    this.#settleMs = settleMs;
  }

  /** One begins now. @returns called when it is over */
  begin(): () => void {
    const outage = { beganAtMs: performance.now(), endedAtMs: Infinity };
    this.#outages.push(outage);
    return () => {
      outage.endedAtMs = performance.now();
    };
  }

  /** The state of what time an answer may show that was asked for at this time: a little old, or that from before the outage. */
  oldestAt(askedAtMs: number): number {
    return this.#outages.reduceRight(
      (oldest, { beganAtMs, endedAtMs }) =>
        endedAtMs + this.#settleMs > oldest ? Math.min(oldest, beganAtMs - this.#lagMs) : oldest,
      askedAtMs - this.#lagMs,
    );
  }

  /** Whether something was wrong, or just over, at any time between these. */
  anyBetween(fromMs: number, toMs: number): boolean {
    return this.#outages.some(
      ({ beganAtMs, endedAtMs }) => beganAtMs <= toMs && endedAtMs + this.#settleMs >= fromMs,
    );
  }
}
