/** The names of a hash's fields, gone through a part at a time, again and again from where it was left. */
export class NameRing {
  readonly #names: string[] = [];
  #at = 0;
  #left = 0;

  /** Whether no name is left in the present turn. */
  get isDone(): boolean {
    return this.#left === 0;
  }

  /** Begins a turn that ends where it begins: of a turn under way, nothing is gone through twice before the rest was once. */
  beginTurn(): void {
    this.#left = this.#names.length;
  }

  add(name: string): void {
    this.#names.push(name);
    if (this.#left > 0) this.#left++;
  }

  /** The next names of the turn, at most `count`. They are to be settled before others are taken. */
  take(count: number): string[] {
    const names = this.#names.slice(this.#at, this.#at + Math.min(count, this.#left));
    this.#left -= names.length;
    return names;
  }

  /** Goes on behind the names taken last, of which those in `gone` are dropped. */
  settle(taken: readonly string[], gone: ReadonlySet<string>): void {
    const kept = gone.size === 0 ? taken : taken.filter((name) => !gone.has(name));
    if (gone.size > 0) this.#names.splice(this.#at, taken.length, ...kept);
    this.#at += kept.length;
    if (this.#at >= this.#names.length) this.#at = 0;
  }

  clear(): void {
    this.#names.length = 0;
    this.#at = 0;
    this.#left = 0;
  }
}
