import type { FeatureSet } from './blocked-features.ts';
import { LAST_MS } from './entry-state.ts';

/**
 * Features with the times at which their blocks end, in whole milliseconds since the epoch by Redis's clock.
 * May contain entries that have ended.
 */
export type TimedFeatures = ReadonlyMap<string, number>;

export const NO_TIMED_FEATURES: TimedFeatures = new Map();

/**
 * Converts the score of a timed block to the time at which it ends, as the Lua scripts do. A score beyond the
 * last date of JavaScript, such as infinity, becomes that date.
 */
export function toEndMs(score: number): number {
  return Math.min(Math.ceil(score), LAST_MS);
}

/** The earliest time after `nowMs` at which an entry ends; Infinity for none. */
export function nextEndMs(timed: TimedFeatures, nowMs: number): number {
  let next = Infinity;
  for (const untilMs of timed.values()) if (untilMs > nowMs && untilMs < next) next = untilMs;
  return next;
}

/** The features that are blocked at `nowMs`. */
export function blockedAt(timed: TimedFeatures, nowMs: number): string[] {
  return [...notEnded(timed, nowMs).keys()];
}

/** The blocks that have not ended at `nowMs`. */
export function notEnded(timed: TimedFeatures, nowMs: number): TimedFeatures {
  return new Map([...timed].filter(([, untilMs]) => untilMs > nowMs));
}

/** Returns the union of two lists; the other list itself if one is empty. */
export function unite(one: FeatureSet, other: FeatureSet): FeatureSet {
  if (one.size === 0) return other;
  if (other.size === 0) return one;
  return new Set([...one, ...other]);
}
