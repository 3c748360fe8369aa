/** If a map has at least this many entries, expired ones are deleted. */
const SWEEP_ABOVE = 10_000;

/**
 * A map whose values expire. Expired entries are deleted only when there are many, so that no single call is
 * expensive.
 */
export class ExpiringMap<Key, Value> {
  readonly #values = new Map<Key, Value>();
  readonly #isExpired: (value: Value, nowMs: number) => boolean;
  #sweepAbove = SWEEP_ABOVE;

  /** @param isExpired whether a value has expired; `nowMs` is the argument of `set()` */
  constructor(isExpired: (value: Value, nowMs: number) => boolean) {
    this.#isExpired = isExpired;
  }

  /** The last value that was set; it may have expired. */
  get(key: Key): Value | undefined {
    return this.#values.get(key);
  }

  set(key: Key, value: Value, nowMs: number): void {
    if (this.#values.size >= this.#sweepAbove) this.#sweep(nowMs);
    this.#values.set(key, value);
  }

  #sweep(nowMs: number): void {
    for (const [key, value] of this.#values) if (this.#isExpired(value, nowMs)) this.#values.delete(key);
    this.#sweepAbove = Math.max(SWEEP_ABOVE, this.#values.size * 2);
  }
}
