import { formatState, FREE, isSameState, parseState } from './entry-state.ts';
import type { EntryState } from './entry-state.ts';

/** The change of one feature in a list. */
export interface FeatureChange {
  readonly feature: string;
  readonly before: EntryState;
  readonly after: EntryState;
}

/** The changes of one list, each feature once. */
export type ListDifference = readonly FeatureChange[];

/** A list with its blocked features. */
export interface ListContents {
  /** Features that are blocked without an end. */
  readonly blocked: Iterable<string>;
  /** Timed blocks that have not ended: feature → milliseconds since the epoch. */
  readonly until: ReadonlyMap<string, number>;
}

/** Returns the changes that turn the stored list into the wanted one, ordered by name. */
export function differenceOf(stored: ListContents, wanted: ListContents): ListDifference {
  const [before, after] = [statesOf(stored), statesOf(wanted)];
  const difference: FeatureChange[] = [];
  for (const feature of new Set([...before.keys(), ...after.keys()])) {
    const change = { feature, before: before.get(feature) ?? FREE, after: after.get(feature) ?? FREE };
    if (!isSameState(change.before, change.after)) difference.push(change);
  }
  return difference.sort((one, other) => (one.feature < other.feature ? -1 : 1));
}

function statesOf({ blocked, until }: ListContents): ReadonlyMap<string, EntryState> {
  const states = new Map<string, EntryState>();
  for (const feature of blocked) states.set(feature, { permanent: true, untilMs: until.get(feature) });
  for (const [feature, untilMs] of until)
    if (!states.has(feature)) states.set(feature, { permanent: false, untilMs });
  return states;
}

/**
 * Serialises a difference for scripts and streams: a JSON array with feature, state before and state after of
 * each change.
 */
export function formatDifference(difference: ListDifference): string {
  return JSON.stringify(
    difference.map(({ feature, before, after }) => [feature, formatState(before), formatState(after)]),
  );
}

/**
 * Parses what {@link formatDifference} returns.
 * @returns undefined for any other text, and for one without changes
 */
export function parseDifference(text: string): ListDifference | undefined {
  try {
    const rows = JSON.parse(text) as unknown;
    if (!Array.isArray(rows) || rows.length === 0) return undefined;
    const difference = rows.map(parseChange);
    return difference.every((change) => change !== undefined) ? difference : undefined;
  } catch {
    return undefined;
  }
}

function parseChange(row: unknown): FeatureChange | undefined {
  const [feature, before, after] = Array.isArray(row) ? (row as unknown[]) : [];
  if (typeof feature !== 'string' || feature === '') return undefined;
  const states = [before, after].map((text) => (typeof text === 'string' ? parseState(text) : undefined));
  const [from, to] = states;
  return from === undefined || to === undefined ? undefined : { feature, before: from, after: to };
}
