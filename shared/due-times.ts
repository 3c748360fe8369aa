/**
 * Keys, each with a time at which something is due. Finding the due ones reads all keys, which happens only
 * when one is due.
 */
export class DueTimes<Key> {
  readonly #times = new Map<Key, number>();
  #earliest = Infinity;

  /** No key is due earlier; Infinity if none is due at all. */
  get earliest(): number {
    return this.#earliest;
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
    this.#times.set(key, time);
    this.#earliest = Math.min(this.#earliest, time);
  }

  delete(key: Key): void {
    this.#times.delete(key);
  }

  /** Removes the keys whose time is `latest` or earlier. @returns them, unordered */
  takeUntil(latest: number): Key[] {
    if (latest < this.#earliest) return [];
    const taken: Key[] = [];
    this.#earliest = Infinity;
    for (const [key, time] of this.#times)
      if (time <= latest) {
        this.#times.delete(key);
        taken.push(key);
      } else this.#earliest = Math.min(this.#earliest, time);
    return taken;
  }
}
