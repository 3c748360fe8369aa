/** The names of a hash's fields, gone through a part at a time, again and again from where it was left. */
export class NameRing {
  #names: string[] = [];
  /** The same, to look up. A set made anew of all names that are told would be as much garbage each time. */
  readonly #known = new Set<string>();
  #at = 0;
  #left = 0;

  get size(): number {
    return this.#names.length;
  }

  /** Whether no name is left in the present turn. */
  get isDone(): boolean {
    return this.#left === 0;
  }

  /** Begins a turn that ends where it begins: of a turn under way, nothing is gone through twice before the rest was once. */
  beginTurn(): void {
    this.#left = this.#names.length;
  }

  /**
   * Those that are gone are dropped, and new ones come next in the present turn.
   * @param all each name once
   * @returns those that are gone
   */
  replace(all: readonly string[]): ReadonlySet<string> {
    const added = all.filter((name) => !this.#known.has(name));
    const gone = this.#missingFrom(all, added.length);
    this.drop(gone);
    for (const name of added) this.#known.add(name);
    this.#names = [...this.#names.slice(0, this.#at), ...added, ...this.#names.slice(this.#at)];
    this.#left += added.length;
    return gone;
  }

  /** The next names of the turn, at most `count`. */
  take(count: number): string[] {
    const names = this.#names.slice(this.#at, this.#at + Math.min(count, this.#left));
    this.#left -= names.length;
    this.#at += names.length;
    if (this.#at >= this.#names.length) this.#at = 0;
    return names;
  }

  drop(gone: ReadonlySet<string>): void {
    if (gone.size === 0) return;
    for (const name of gone) this.#known.delete(name);
    const passed = this.#names.slice(0, this.#at).filter((name) => !gone.has(name));
    const ahead = this.#names.slice(this.#at).filter((name) => !gone.has(name));
    this.#names = [...passed, ...ahead];
    this.#at = ahead.length === 0 ? 0 : passed.length;
    // Which of those that are gone were left is not known: some others may be gone through twice.
    this.#left = Math.min(this.#left, this.#names.length);
  }

  /** Of the turn under way, no name is left. */
  endTurn(): void {
    this.#left = 0;
  }

  clear(): void {
    this.#names = [];
    this.#known.clear();
    this.#at = 0;
    this.endTurn();
  }

  /** @param added how many of `all` are not known */
  #missingFrom(all: readonly string[], added: number): ReadonlySet<string> {
    if (this.#known.size + added === all.length) return new Set();
    const there = new Set(all);
    return new Set(this.#names.filter((name) => !there.has(name)));
  }
}
