import { LAST_MS } from '../../../../shared/feature-control/entry-state.ts';
import type { ListBody, ListEvent } from '../../../../shared/rest/console.ts';

/** The contents of one list. Names are unique and sorted by code units. */
export interface ListModel {
  readonly version: string;
  readonly names: readonly string[];
  /** Features that are permanently blocked. */
  readonly permanent: ReadonlySet<string>;
  /** The ends of timed blocks, in milliseconds since the epoch. */
  readonly until: ReadonlyMap<string, number>;
}

export function toModel({ version, features, until }: ListBody): ListModel {
  return build(version, new Set(features), new Map(Object.entries(until)));
}

/**
 * Applies a change to a list.
 * @returns the same model if it already contains the change; undefined if earlier changes were missed
 */
export function applyChange(model: ListModel, event: ListEvent): ListModel | undefined {
  const { from, to, added = [], removed = [], until: times = {} } = event;
  if (to === undefined || from === undefined) return undefined;
  if (to === model.version) return model;
  if (from !== model.version) return undefined;
  const permanent = new Set(model.permanent);
  for (const name of removed) permanent.delete(name);
  for (const name of added) permanent.add(name);
  const until = new Map(model.until);
  for (const [name, ms] of Object.entries(times)) {
    if (ms === null) until.delete(name);
    else until.set(name, ms);
  }
  return build(to, permanent, until);
}

function build(
  version: string,
  permanent: ReadonlySet<string>,
  until: ReadonlyMap<string, number>,
): ListModel {
  const names = [...new Set([...permanent, ...until.keys()])].sort();
  return { version, names, permanent, until };
}

/** Returns the end of a feature's block, in milliseconds since the epoch; undefined if it is permanent. */
export function endOf({ permanent, until }: ListModel, feature: string): number | undefined {
  const endMs = permanent.has(feature) ? undefined : until.get(feature);
  return endMs === LAST_MS ? undefined : endMs;
}

/**
 * Returns the currently blocked names of a list that contain a text, case-insensitively.
 * @param nowMs the time of Redis's clock; timed blocks that have ended are omitted
 */
export function searchNames(model: ListModel, query: string, nowMs: number): readonly string[] {
  const searchText = query.trim().toLowerCase();
  const { names, permanent, until } = model;
  return names.filter(
    (name) =>
      (permanent.has(name) || (until.get(name) ?? 0) > nowMs) && name.toLowerCase().includes(searchText),
  );
}
