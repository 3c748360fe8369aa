interface Entry<Key> {
  readonly key: Key;
  time: number;
  /** Where in the heap it is. */
  index: number;
}

/**
 * Keys by time, the earliest first: a binary heap that knows where each key is, so that every change costs
 * O(log n).
 */
export class EarliestFirst<Key> {
  readonly #heap: Entry<Key>[] = [];
  readonly #entries = new Map<Key, Entry<Key>>();

  /** The earliest time; Infinity where there is none. */
  get earliest(): number {
    return this.#timeAt(0);
  }

  /** Takes out the keys whose time is `latest` or earlier. @returns them in the order of their times */
  takeUntil(latest: number): Key[] {
    const taken: Key[] = [];
    for (let first = this.#heap[0]; first !== undefined && first.time <= latest; first = this.#heap[0]) {
      this.delete(first.key);
      taken.push(first.key);
    }
    return taken;
  }

  /** @param time Infinity for none */
  set(key: Key, time: number): void {
    if (time === Infinity) {
      this.delete(key);
      return;
    }
    const entry = this.#entries.get(key) ?? { key, time, index: this.#heap.length };
    entry.time = time;
    this.#entries.set(key, entry);
    this.#settle(entry, entry.index);
  }

  delete(key: Key): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    const last = this.#heap.pop();
    if (last !== undefined && last !== entry) this.#settle(last, entry.index);
  }

  /** Puts the entry at an index, or as far up or down from there as its time says. */
  #settle(entry: Entry<Key>, from: number): void {
    let index = from;
    for (
      let above = (index - 1) >> 1;
      index > 0 && this.#timeAt(above) > entry.time;
      above = (index - 1) >> 1
    ) {
      this.#move(above, index);
      index = above;
    }
    for (
      let below = this.#earlierBelow(index);
      this.#timeAt(below) < entry.time;
      below = this.#earlierBelow(index)
    ) {
      this.#move(below, index);
      index = below;
    }
    this.#put(entry, index);
  }

  #move(from: number, to: number): void {
    const entry = this.#heap[from];
    if (entry !== undefined) this.#put(entry, to);
  }

  #put(entry: Entry<Key>, index: number): void {
    this.#heap[index] = entry;
    entry.index = index;
  }

  #earlierBelow(index: number): number {
    const [left, right] = [2 * index + 1, 2 * index + 2];
    return this.#timeAt(right) < this.#timeAt(left) ? right : left;
  }

  #timeAt(index: number): number {
    return this.#heap[index]?.time ?? Infinity;
  }
}
