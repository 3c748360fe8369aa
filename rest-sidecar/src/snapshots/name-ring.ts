/** Where pieces are this many times as many as they need to be, names are cut into pieces anew. */
const MOST_PIECES = 1.25;

/** Beside that, so that small hashes are left alone. */
const FEW_PIECES = 8;

/**
 * The names of a hash's fields, gone through a piece at a time, again and again from where it was left. A piece is the same list each time until a name in it
 * is gone, so that what was made of it can be kept.
 */
export class NameRing {
  readonly #pieceSize: number;
  #pieces: (readonly string[])[] = [];
  /** The same names, to look up. A set made anew of all names that are told would be as much garbage each time. */
  readonly #known = new Set<string>();
  #at = 0;
  /** Pieces of the present turn. */
  #left = 0;

  /** @param pieceSize the most names of a piece */
  constructor(pieceSize: number) {
    this.#pieceSize = pieceSize;
  }

  get size(): number {
    return this.#known.size;
  }

  /** Whether no name is left in the present turn. */
  get isDone(): boolean {
    return this.#left === 0;
  }

  /** Begins a turn that ends where it begins: of a turn under way, nothing is gone through twice before the rest was once. */
  beginTurn(): void {
    this.#left = this.#pieces.length;
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
    const pieces = this.#cut(added);
    this.#pieces = [...this.#pieces.slice(0, this.#at), ...pieces, ...this.#pieces.slice(this.#at)];
    this.#left += pieces.length;
    this.#mend();
    return gone;
  }

  /** The next names of the turn, none where it is over. */
  take(): readonly string[] {
    const piece = this.isDone ? undefined : this.#pieces[this.#at];
    if (piece === undefined) return [];
    this.#left--;
    this.#at = (this.#at + 1) % this.#pieces.length;
    return piece;
  }

  drop(gone: ReadonlySet<string>): void {
    if (gone.size === 0) return;
    for (const name of gone) this.#known.delete(name);
    const without = (piece: readonly string[]): readonly string[] =>
      piece.some((name) => gone.has(name)) ? piece.filter((name) => !gone.has(name)) : piece;
    const isLeft = (piece: readonly string[]): boolean => piece.length > 0;
    const passed = this.#pieces.slice(0, this.#at).map(without).filter(isLeft);
    const ahead = this.#pieces.slice(this.#at).map(without).filter(isLeft);
    this.#pieces = [...passed, ...ahead];
    this.#at = ahead.length === 0 ? 0 : passed.length;
    // Which of those that are gone were left is not known: some others may be gone through twice.
    this.#left = Math.min(this.#left, this.#pieces.length);
    this.#mend();
  }

  /** Of the turn under way, no name is left. */
  endTurn(): void {
    this.#left = 0;
  }

  clear(): void {
    this.#pieces = [];
    this.#known.clear();
    this.#at = 0;
    this.endTurn();
  }

  /** Each that is added makes a piece, and each that goes leaves a smaller one. */
  #mend(): void {
    const needed = Math.ceil(this.size / this.#pieceSize);
    if (this.#pieces.length <= needed * MOST_PIECES + FEW_PIECES) return;
    const ahead = [...this.#pieces.slice(this.#at), ...this.#pieces.slice(0, this.#at)];
    const namesLeft = ahead.slice(0, this.#left).flat().length;
    this.#pieces = this.#cut(ahead.flat());
    this.#at = 0;
    this.#left = Math.ceil(namesLeft / this.#pieceSize);
  }

  #cut(names: readonly string[]): (readonly string[])[] {
    const pieces: (readonly string[])[] = [];
    for (let start = 0; start < names.length; start += this.#pieceSize) {
      pieces.push(names.slice(start, start + this.#pieceSize));
    }
    return pieces;
  }

  /** @param added how many of `all` are not known */
  #missingFrom(all: readonly string[], added: number): ReadonlySet<string> {
    if (this.#known.size + added === all.length) return new Set();
    const there = new Set(all);
    return new Set([...this.#known].filter((name) => !there.has(name)));
  }
}
