import { GLOBAL_LIST, parseBlocklistName } from '../../../../shared/feature-control/blocklist-name.ts';
import { FREE, LAST_MS } from '../../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../../shared/feature-control/entry-state.ts';
import { contentsAt } from '../../../../shared/feature-control/list-contents.ts';
import type { ListContents } from '../../../../shared/feature-control/list-contents.ts';
import { parseStateBody } from '../../../../shared/rest/blocklist-bodies.ts';
import type { BlocklistBody, EntryStateBody } from '../../../../shared/rest/blocklist-edits.ts';
import { compareNames } from './compare-names.ts';

/** Returns the URL path of a list. @param list `global`, `client:<client>` or `server:<server>` */
export function listPath(list: string): string {
  const named = parseBlocklistName(list) ?? GLOBAL_LIST;
  const parts = named.type === 'global' ? ['global'] : [`${named.type}s`, named.name];
  return ['v1', 'blocklists', ...parts].map(encodeURIComponent).join('/');
}

/** Returns the URL path of a feature in a list. */
export function entryPath(list: string, feature: string): string {
  return `${listPath(list)}/${encodeURIComponent(feature)}`;
}

/** A blocked feature of a list. */
export type ListEntry = readonly [feature: string, state: EntryState];

/** Returns the state that a response describes. */
export function toState(body: EntryStateBody): EntryState {
  return parseStateBody(body) ?? FREE;
}

/** Returns the contents of a list that a response describes. */
export function toContents({ features }: BlocklistBody): ListContents {
  return new Map(Object.entries(features).map(([feature, body]) => [feature, toState(body)]));
}

/**
 * Returns the features that a list blocks, in natural order.
 * @param nowMs the time of Redis's clock; timed blocks that have ended are omitted
 */
export function blockedEntries(contents: ListContents, nowMs: number): readonly ListEntry[] {
  return [...contentsAt(contents, nowMs)].sort(([one], [other]) => compareNames(one, other));
}

/**
 * Returns when a feature is free again, in milliseconds since the epoch; undefined if its block has no end.
 */
export function endOfState({ permanent, untilMs }: EntryState): number | undefined {
  return permanent || untilMs === LAST_MS ? undefined : untilMs;
}
