/** The names that were noted last, each once, and no more of them than are asked for. */
export class RecentNames {
  readonly #most: number;
  readonly #names = new Set<string>();

  constructor(most: number) {
    this.#most = most;
  }

  note(name: string): void {
    this.#names.delete(name);
    this.#names.add(name);
    const [oldest] = this.#names;
    if (this.#names.size > this.#most && oldest !== undefined) this.#names.delete(oldest);
  }

  names(): string[] {
    return [...this.#names];
  }
}
