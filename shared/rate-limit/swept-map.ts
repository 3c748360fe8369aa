/** Above this many entries, those that are over are deleted. */
const SWEEP_ABOVE = 10_000;

/** What counts for a while. Entries that are over stay until there are many, so that no call costs much. */
export class SweptMap<Key, Value> {
  readonly #values = new Map<Key, Value>();
  readonly #isOver: (value: Value, nowMs: number) => boolean;
  #sweepAbove = SWEEP_ABOVE;

  /** @param isOver whether a value does not count any more; `nowMs` is what `set()` is given */
  constructor(isOver: (value: Value, nowMs: number) => boolean) {
    this.#isOver = isOver;
  }

  /** The value that was set last, which may be over. */
  get(key: Key): Value | undefined {
    return this.#values.get(key);
  }

  set(key: Key, value: Value, nowMs: number): void {
    if (this.#values.size >= this.#sweepAbove) this.#sweep(nowMs);
    this.#values.set(key, value);
  }

  #sweep(nowMs: number): void {
    for (const [key, value] of this.#values) if (this.#isOver(value, nowMs)) this.#values.delete(key);
    this.#sweepAbove = Math.max(SWEEP_ABOVE, this.#values.size * 2);
  }
}
