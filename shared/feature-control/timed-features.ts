import type { FeatureSet } from './blocked-features.ts';

/**
 * Features with the times at which their blocks end, in milliseconds since the epoch by Redis's clock.
 * Lists that were read from Redis are a Java map. May contain entries that have ended.
 */
export interface TimedFeatures {
  /** Number of entries, including those that have ended. */
  readonly size: number;
  /** @returns undefined if there is no entry */
  untilMs(feature: string): number | undefined;
  /** The earliest time after `nowMs` at which an entry ends; Infinity for none. */
  nextEndMs(nowMs: number): number;
  /** The features that are blocked at `nowMs`. Expensive in the proxy. */
  blockedAt(nowMs: number): Iterable<string>;
}

/** {@link TimedFeatures} for few entries, such as the result of a query. */
export class MemoryTimedFeatures implements TimedFeatures {
  readonly #ends: ReadonlyMap<string, number>;

  /** @param ends feature → milliseconds since the epoch; must not change afterwards */
  constructor(ends: ReadonlyMap<string, number>) {
    this.#ends = ends;
  }

  get size(): number {
    return this.#ends.size;
  }

  untilMs(feature: string): number | undefined {
    return this.#ends.get(feature);
  }

  nextEndMs(nowMs: number): number {
    let next = Infinity;
    for (const untilMs of this.#ends.values()) if (untilMs > nowMs && untilMs < next) next = untilMs;
    return next;
  }

  blockedAt(nowMs: number): string[] {
    return [...this.#ends].filter(([, untilMs]) => untilMs > nowMs).map(([feature]) => feature);
  }
}

/**
 * The features blocked by a list and its timed list together, as of one time: those in the list, and those in
 * the timed list that end after that time. Its size is an upper bound, as it counts duplicates and entries
 * that have ended.
 */
export class TimedBlocklist implements FeatureSet {
  /** The list without timed blocks. */
  readonly list: FeatureSet;
  readonly timed: TimedFeatures;
  /** Milliseconds since the epoch, by Redis's clock. */
  readonly nowMs: number;

  constructor(list: FeatureSet, timed: TimedFeatures, nowMs: number) {
    this.list = list;
    this.timed = timed;
    this.nowMs = nowMs;
  }

  get size(): number {
    return this.list.size + this.timed.size;
  }

  has(feature: string): boolean {
    return this.list.has(feature) || (this.timed.untilMs(feature) ?? -Infinity) > this.nowMs;
  }

  values(): Iterable<string> {
    return new Set([...this.list.values(), ...this.timed.blockedAt(this.nowMs)]);
  }
}

/** Returns the union of two lists; the other list itself if one is empty. */
export function unite(one: FeatureSet, other: FeatureSet): FeatureSet {
  if (one.size === 0) return other;
  if (other.size === 0) return one;
  return {
    size: one.size + other.size,
    has: (feature) => one.has(feature) || other.has(feature),
    values: () => new Set([...one.values(), ...other.values()]),
  };
}
