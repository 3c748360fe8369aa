interface Entry<Key> {
  readonly key: Key;
  time: number;
  /** Its current index in the heap. */
  index: number;
}

/**
 * A priority queue of keys, ordered by time: a binary heap that also stores the index of each key, so that
 * every change costs O(log n).
 */
export class TimePriorityQueue<Key> {
  readonly #heap: Entry<Key>[] = [];
  readonly #entries = new Map<Key, Entry<Key>>();

  /** The earliest time; Infinity if the queue is empty. */
  get earliest(): number {
    return this.#timeAt(0);
  }

  /**
   * Removes the keys whose time is `latest` or earlier.
   * @returns them, in the order of their times
   */
  takeUntil(latest: number): Key[] {
    const taken: Key[] = [];
    for (let first = this.#heap[0]; first !== undefined && first.time <= latest; first = this.#heap[0]) {
      this.delete(first.key);
      taken.push(first.key);
    }
    return taken;
  }

  /**
   * Adds a key, or changes its time.
   * @param time Infinity removes the key
   */
  set(key: Key, time: number): void {
    if (time === Infinity) {
      this.delete(key);
      return;
    }
    const entry = this.#entries.get(key) ?? { key, time, index: this.#heap.length };
    entry.time = time;
    this.#entries.set(key, entry);
    this.#sift(entry, entry.index);
  }

  delete(key: Key): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    const last = this.#heap.pop();
    if (last !== undefined && last !== entry) this.#sift(last, entry.index);
  }

  /** Moves the entry up or down from an index until the heap is ordered again. */
  #sift(entry: Entry<Key>, from: number): void {
    let index = from;
    for (
      let parent = (index - 1) >> 1;
      index > 0 && this.#timeAt(parent) > entry.time;
      parent = (index - 1) >> 1
    ) {
      this.#move(parent, index);
      index = parent;
    }
    for (
      let child = this.#earlierChild(index);
      this.#timeAt(child) < entry.time;
      child = this.#earlierChild(index)
    ) {
      this.#move(child, index);
      index = child;
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

  #earlierChild(index: number): number {
    const [left, right] = [2 * index + 1, 2 * index + 2];
    return this.#timeAt(right) < this.#timeAt(left) ? right : left;
  }

  #timeAt(index: number): number {
    return this.#heap[index]?.time ?? Infinity;
  }
}
