interface Change<T> {
  readonly value: T;
  readonly sentAtMs: number;
  /** Infinity while the change is in flight. */
  doneAtMs: number;
}

/** The history of a value that an admin changes. All times are by `performance.now()`. */
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
   * Records the start of a change.
   * @returns a function to call when the change is done
   */
  change(value: T): () => void {
    const change = { value, sentAtMs: performance.now(), doneAtMs: Infinity };
    this.#changes.push(change);
    this.#latest = value;
    return () => {
      change.doneAtMs = performance.now();
    };
  }

  /** Whether the value was, or may have been, current at any time from `fromMs` to `toMs`. */
  isPossible(value: T, fromMs: number, toMs: number): boolean {
    const known = this.#changes.findLastIndex(({ doneAtMs }) => doneAtMs <= fromMs);
    return this.#changes
      .slice(Math.max(0, known))
      .some((change) => change.value === value && change.sentAtMs <= toMs);
  }
}
