import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import { contentsAt } from '../../../shared/feature-control/list-contents.ts';
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
  const entries = [...contentsAt(blocklists.contents(list), nowMs)].sort(compareEntries);
  const permanent = entries.filter(([, state]) => state.permanent).map(([feature]) => feature);
  const timed = entries.flatMap(([feature, state]) =>
    state.permanent || state.untilMs === undefined
      ? []
      : message('list.timed-feature', { feature: { name: feature }, until: until(state.untilMs, nowMs) }),
  );
  const lines: Message[] = [];
  if (permanent.length > 0)
    lines.push(
      plural('list.features', permanent.length, { whom: whom(list), features: firstOf(toNames(permanent)) }),
    );
  if (timed.length > 0)
    lines.push(plural('list.timed', timed.length, { whom: whom(list), features: firstOf(timed) }));
  return lines.length > 0 ? lines : [message('list.nothing', { whom: whom(list) })];
}

/** Orders by the end of the block, then by name, in natural order. */
function compareEntries(
  [one, { untilMs: oneMs = 0 }]: ListEntry,
  [other, { untilMs: otherMs = 0 }]: ListEntry,
) {
  return oneMs - otherMs || (naturalKey(one) < naturalKey(other) ? -1 : 1);
}

/** By which names are in natural order: `zone2` before `zone10`. */
function naturalKey(name: string): string {
  return name.replaceAll(/\d+/g, (digits) => digits.padStart(20, '0'));
}

type ListEntry = readonly [feature: string, state: EntryState];

/**
 * Joins values with commas: all, or the first and the number of the others.
 * @param total number of all values, of which some may be unknown
 */
export function firstOf(values: readonly Value[], max = MAX_SHOWN, total = values.length): Value {
  const shown = separate(values.slice(0, max), ', ');
  const more = total - Math.min(values.length, max);
  return more > 0 ? message('list.and-more', { names: shown, more }) : shown;
}

/** Returns a line for each of these lists that Redis has lost: its last known value is kept in memory. */
export function lostLines(blocklists: KnownBlocklists, lists: readonly BlocklistName[]): Message[] {
  return lists.flatMap((list) => {
    const count = blocklists.lostFeatures(list);
    return count === 0 ? [] : [plural('list.lost', count, { whom: whom(list) })];
  });
}
