export interface CachedAnswer {
  readonly etag: string;
  readonly data: unknown;
}

/** The latest answer to each question, as long as there are not too many: then the one that was used least lately is forgotten. */
export class EtagCache {
  readonly #answers = new Map<string, CachedAnswer>();
  readonly #size: number;

  /** @param size how many answers are kept */
  constructor(size: number) {
    this.#size = size;
  }

  get(url: string): CachedAnswer | undefined {
    const answer = this.#answers.get(url);
    if (answer !== undefined) this.set(url, answer);
    return answer;
  }

  set(url: string, answer: CachedAnswer): void {
    this.#answers.delete(url);
    this.#answers.set(url, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > this.#size && oldest !== undefined) this.#answers.delete(oldest);
  }
}
