interface Change<T> {
  readonly value: T;
  readonly sentAtMs: number;
  doneAtMs: number;
}

/**
 * A value that an admin changes, and what of it may have been seen at a time. All times are of
 * `performance.now()`.
 */
export class History<T> {
  readonly #changes: Change<T>[];
  #latest: T;

  constructor(first: T) {
    this.#changes = [{ value: first, sentAtMs: -Infinity, doneAtMs: -Infinity }];
    this.#latest = first;
  }

  get latest(): T {
    return this.#latest;
  }

  /**
   * Records a change that is in flight.
   * @returns called once it is done
   */
  change(value: T): () => void {
    const change = { value, sentAtMs: performance.now(), doneAtMs: Infinity };
    this.#changes.push(change);
    this.#latest = value;
    return () => {
      change.doneAtMs = performance.now();
    };
  }

  /** Whether somebody who may be as late as `fromMs`, and was answered at `toMs`, may have seen the value. */
  mayBe(value: T, fromMs: number, toMs: number): boolean {
    const known = this.#changes.findLastIndex(({ doneAtMs }) => doneAtMs <= fromMs);
    return this.#changes
      .slice(Math.max(0, known))
      .some((change) => change.value === value && change.sentAtMs <= toMs);
  }
}
