/** A source of chance that gives the same again for the same seed. */
export interface Random {
  /** At least `from`, less than `to`. */
  between(from: number, to: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
  isHeads(): boolean;
}

/** @param seed a whole number */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  // Mulberry32, which is short and good enough for choosing.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number): number => from + next() * (to - from);
  return {
    between,
    pick: (from) => from[Math.floor(between(0, from.length))] ?? from[0],
    isHeads: () => next() < 0.5,
  };
}
