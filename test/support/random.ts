const UINT32 = 2 ** 32;

/** By chance: to be named where what it made fails. */
export function newSeed(): number {
  return Math.floor(Math.random() * UINT32);
}

/**
 * Numbers that look random and that a seed repeats: Weyl steps, mixed by multiplication (the "mulberry32"
 * construction).
 */
export class Random {
  #state: number;

  /** @param parts whole numbers; another number in any place gives another sequence */
  constructor(...parts: readonly number[]) {
    this.#state = 0;
    for (const part of parts) this.#state = (this.#state ^ (part >>> 0)) + Math.floor(this.next() * UINT32);
  }

  /** From 0 up to 1, without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / UINT32;
  }

  /** A whole number from 0 to `count - 1`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** At least `from`, less than `to`. */
  between(from: number, to: number): number {
    return from + this.next() * (to - from);
  }

  /** @param probability from 0 to 1 */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.below(choices.length)] ?? choices[0];
  }

  /** @param make called for each of up to `most` items */
  list<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.below(most + 1) }, make);
  }
}
