import type { FeatureSet } from './blocked-features.ts';

/**
 * Features with the times at which their blocks end, in milliseconds since the epoch by Redis's clock. May
 * contain entries that have ended.
 */
export class TimedFeatures {
  readonly #ends: ReadonlyMap<string, number>;

  /** @param ends feature → milliseconds since the epoch; must not change afterwards */
  constructor(ends: ReadonlyMap<string, number>) {
    this.#ends = ends;
  }

  /** Number of entries, including those that have ended. */
  get size(): number {
    return this.#ends.size;
  }

  /** @returns undefined if there is no entry */
  untilMs(feature: string): number | undefined {
    return this.#ends.get(feature);
  }

  /** The earliest time after `nowMs` at which an entry ends; Infinity for none. */
  nextEndMs(nowMs: number): number {
    let next = Infinity;
    for (const untilMs of this.#ends.values()) if (untilMs > nowMs && untilMs < next) next = untilMs;
    return next;
  }

  /** The features that are blocked at `nowMs`. */
  blockedAt(nowMs: number): string[] {
    return [...this.#ends].filter(([, untilMs]) => untilMs > nowMs).map(([feature]) => feature);
  }

  equals(other: TimedFeatures): boolean {
    return this.size === other.size && [...this.#ends].every(([name, ms]) => other.untilMs(name) === ms);
  }
}

export const NO_TIMED_FEATURES = new TimedFeatures(new Map());

/** Returns the union of two lists; the other list itself if one is empty. */
export function unite(one: FeatureSet, other: FeatureSet): FeatureSet {
  if (one.size === 0) return other;
  if (other.size === 0) return one;
  return new Set([...one, ...other]);
}
