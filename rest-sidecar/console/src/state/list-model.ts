import { LAST_MS } from '../../../../shared/feature-control/entry-state.ts';
import type { ListContents, ListEvent } from './shapes.ts';

/** One list, as the page has it: names in code unit order, each once. */
export interface ListModel {
  readonly version: string;
  readonly isComplete: boolean;
  readonly names: readonly string[];
  /** The same names in lower case, for the search. */
  readonly lowered: readonly string[];
  /** Features that are blocked for good. */
  readonly permanent: ReadonlySet<string>;
  readonly until: ReadonlyMap<string, number>;
}

export function toModel({ version, complete, features, until }: ListContents): ListModel {
  // In their order from the start: to sort again after a change costs little then.
  return build(version, complete, new Set([...features].sort()), new Map(Object.entries(until)));
}

/**
 * The list after a change.
 * @returns the same where the change is known already; undefined where changes before it were missed
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
  return build(to, model.isComplete, permanent, until);
}

function build(
  version: string,
  isComplete: boolean,
  permanent: ReadonlySet<string>,
  until: ReadonlyMap<string, number>,
): ListModel {
  const names = [...permanent];
  for (const name of until.keys()) if (!permanent.has(name)) names.push(name);
  names.sort();
  return { version, isComplete, names, lowered: names.map((name) => name.toLowerCase()), permanent, until };
}

/** When the block of a feature ends, in milliseconds since the epoch; undefined for one without an end. */
export function endOf({ permanent, until }: ListModel, feature: string): number | undefined {
  const endMs = permanent.has(feature) ? undefined : until.get(feature);
  return endMs === LAST_MS ? undefined : endMs;
}

/**
 * The names of a list that are blocked now and hold a text, upper and lower case alike.
 * @param nowMs by the sidecar's clock: timed blocks that are over are left out
 */
export function searchNames(model: ListModel, query: string, nowMs: number): readonly string[] {
  const wanted = query.trim().toLowerCase();
  const { names, lowered, permanent, until } = model;
  if (wanted === '' && until.size === 0) return names;
  const found: string[] = [];
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? '';
    if (wanted !== '' && lowered[index]?.includes(wanted) !== true) continue;
    if (until.size === 0 || permanent.has(name) || (until.get(name) ?? 0) > nowMs) found.push(name);
  }
  return found;
}
