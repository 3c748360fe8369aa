import type { FeatureSet } from '../../../shared/feature-control/blocked-features.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { TimedFeatures } from '../../../shared/feature-control/timed-features.ts';
import { names, separate, until } from '../messages/formats.ts';
import { message, plural } from '../messages/message.ts';
import type { Message, Value } from '../messages/message.ts';
import type { KnownBlocklists } from './command.ts';
import { whom } from './describe-entry.ts';

/** The number of names shown of one list. */
const MAX_SHOWN = 50;

/**
 * Describes the contents of a list.
 * @param nowMs by Redis's clock, in milliseconds since the epoch
 */
export function describeList(
  blocklists: KnownBlocklists,
  list: BlocklistName,
  nowMs: number,
): readonly Message[] {
  const { features, timed } = blocklists.contents(list);
  const timedLines = describeTimed(timed, list, nowMs);
  if (features.size > 0) return [describePermanent(features, list), ...timedLines];
  if (timedLines.length > 0) return timedLines;
  return [
    list.kind === 'global' ? message('list.nothing') : message('list.nothing-alone', { whom: whom(list) }),
  ];
}

function describePermanent(features: FeatureSet, list: BlocklistName): Message {
  const shown = [...features].sort().slice(0, MAX_SHOWN);
  const text = andMore(names(shown), features.size - shown.length);
  return plural('list.features', features.size, { whom: whom(list), features: text });
}

/** @param more the number of names that are not shown */
export function andMore(shown: Value, more: number): Value {
  return more === 0 ? shown : message('list.and-more', { names: shown, more });
}

/** @returns one line, or none if no timed block is in effect */
function describeTimed(timed: TimedFeatures, list: BlocklistName, nowMs: number): Message[] {
  const blocked = [...timed]
    .filter(([, untilMs]) => untilMs > nowMs)
    .sort(([, oneMs], [, otherMs]) => oneMs - otherMs);
  if (blocked.length === 0) return [];
  const shown = blocked
    .slice(0, MAX_SHOWN)
    .map(([feature, untilMs]) =>
      message('list.timed-feature', { feature: { name: feature }, until: until(untilMs, nowMs) }),
    );
  const features = andMore(separate(shown, ', '), blocked.length - shown.length);
  return [plural('list.timed', blocked.length, { whom: whom(list), features })];
}

/**
 * Lists the names that have lists of their own.
 * @param find returns at most `max` names
 * @returns undefined if there are none
 */
export function othersLine(find: (max: number) => readonly string[]): Value | undefined {
  const found = find(MAX_SHOWN + 1);
  if (found.length === 0) return undefined;
  const shown = names([...found].sort().slice(0, MAX_SHOWN));
  return found.length > MAX_SHOWN ? message('list.and-others', { names: shown }) : shown;
}

/** Returns a line for each of these lists that Redis has lost: its last known value is kept in memory. */
export function lostLines(blocklists: KnownBlocklists, lists: readonly BlocklistName[]): Message[] {
  return lists.flatMap((list) => {
    const count = blocklists.lostFeatures(list);
    return count === 0 ? [] : [plural('list.lost', count, { whom: whom(list) })];
  });
}
