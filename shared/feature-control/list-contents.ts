import type { BlocklistName } from './blocklist-name.ts';
import { FREE, isBlockedAt, isSameState, stateAt } from './entry-state.ts';
import type { EntryState } from './entry-state.ts';

/**
 * The contents of a blocklist, or of a part of it: the state of each feature. As read from Redis, timed
 * blocks may have ended: a query for a state names the moment, by Redis's clock.
 */
export type ListContents = ReadonlyMap<string, EntryState>;

/** The contents of a list that does not exist. */
export const NO_CONTENTS: ListContents = new Map();

/** Returns the state of a feature at `nowMs`, in milliseconds since the epoch. */
export function stateIn(list: ListContents, feature: string, nowMs: number): EntryState {
  const state = list.get(feature);
  return state === undefined ? FREE : stateAt(state, nowMs);
}

/** Returns the features that a list blocks at `nowMs`. */
export function blockedFeatures(list: ListContents, nowMs: number): string[] {
  const features: string[] = [];
  for (const [feature, state] of list) if (isBlockedAt(state, nowMs)) features.push(feature);
  return features;
}

/** Returns the entries that block their feature at `nowMs`, with their states then. */
export function contentsAt(list: ListContents, nowMs: number): ListContents {
  return new Map(blockedFeatures(list, nowMs).map((feature) => [feature, stateIn(list, feature, nowMs)]));
}

/** Returns the earliest time after `nowMs` at which a timed block ends; Infinity for none. */
export function nextEndMs(list: ListContents, nowMs: number): number {
  let next = Infinity;
  for (const { untilMs } of list.values())
    if (untilMs !== undefined && untilMs > nowMs && untilMs < next) next = untilMs;
  return next;
}

/** Whether two lists have the same entries. */
export function isSameContents(one: ListContents, other: ListContents): boolean {
  if (one.size !== other.size) return false;
  for (const [feature, state] of one) {
    const otherState = other.get(feature);
    if (otherState === undefined || !isSameState(state, otherState)) return false;
  }
  return true;
}

/** A list with its name. */
export type NamedList = readonly [list: BlocklistName, contents: ListContents];
