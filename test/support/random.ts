const UINT32 = 2 ** 32;

/** Returns a random seed, which a failing test must report. */
export function newSeed(): number {
  return Math.floor(Math.random() * UINT32);
}

/** A pseudo-random number generator with a seed (mulberry32): Weyl steps, mixed by multiplication. */
export class Random {
  #state: number;

  /** @param parts whole numbers; any different number results in a different sequence */
  constructor(...parts: readonly number[]) {
    this.#state = 0;
    for (const part of parts) this.#state = (this.#state ^ (part >>> 0)) + Math.floor(this.next() * UINT32);
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / UINT32;
  }

  /** Returns a whole number from 0 to `count - 1`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** Returns a number that is at least `from` and less than `to`. */
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

  /** Returns a list of 0 to `maxItems` items. @param make called for each item */
  list<T>(maxItems: number, make: () => T): T[] {
    return Array.from({ length: this.below(maxItems + 1) }, make);
  }
}
