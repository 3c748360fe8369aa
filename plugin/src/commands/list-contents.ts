import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { TimedFeatures } from '../../../shared/feature-control/timed-features.ts';
import { separate, toNames, until } from '../messages/formats.ts';
import { message, plural } from '../messages/message.ts';
import type { Message, Value } from '../messages/message.ts';
import type { KnownBlocklists } from './command.ts';
import { whom } from './describe-entry.ts';

/** The number of values shown. */
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
  if (features.size > 0) {
    const shown = firstOf(toNames([...features].sort()));
    return [plural('list.features', features.size, { whom: whom(list), features: shown }), ...timedLines];
  }
  return timedLines.length > 0 ? timedLines : [message('list.nothing', { whom: whom(list) })];
}

/** Joins values with commas: all, or the first {@link MAX_SHOWN} and the number of the others. */
export function firstOf(values: readonly Value[]): Value {
  const shown = separate(values.slice(0, MAX_SHOWN), ', ');
  const more = values.length - MAX_SHOWN;
  return more > 0 ? message('list.and-more', { names: shown, more }) : shown;
}

/** @returns one line, or none if no timed block is in effect */
function describeTimed(timed: TimedFeatures, list: BlocklistName, nowMs: number): Message[] {
  const blocked = [...timed]
    .filter(([, untilMs]) => untilMs > nowMs)
    .sort(([, oneMs], [, otherMs]) => oneMs - otherMs);
  if (blocked.length === 0) return [];
  const described = blocked.map(([feature, untilMs]) =>
    message('list.timed-feature', { feature: { name: feature }, until: until(untilMs, nowMs) }),
  );
  return [plural('list.timed', blocked.length, { whom: whom(list), features: firstOf(described) })];
}

/** Returns a line for each of these lists that Redis has lost: its last known value is kept in memory. */
export function lostLines(blocklists: KnownBlocklists, lists: readonly BlocklistName[]): Message[] {
  return lists.flatMap((list) => {
    const count = blocklists.lostFeatures(list);
    return count === 0 ? [] : [plural('list.lost', count, { whom: whom(list) })];
  });
}
