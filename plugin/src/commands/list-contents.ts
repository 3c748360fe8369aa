import type { BlocklistChange } from '../../../shared/feature-control/blocklist-change.ts';
import type { BlocklistEditor } from '../../../shared/feature-control/blocklist-editor.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import { contentsAt } from '../../../shared/feature-control/list-contents.ts';
import { readCauses } from '../../../shared/feature-control/read-causes.ts';
import { separate, until } from '../messages/formats.ts';
import { message } from '../messages/message.ts';
import type { Message, Value } from '../messages/message.ts';
import type { KnownBlocklists } from './command.ts';
import { whom } from './describe-entry.ts';

/** The number of values shown. */
const MAX_SHOWN = 50;

/** Changes that are searched for those that have led to the entries. */
const MAX_CHANGES = 1000;

/**
 * Describes the contents of a list, with who has blocked them and why, as far as this is recorded and Redis
 * answers.
 */
export async function describeList(
  blocklists: KnownBlocklists,
  editor: Pick<BlocklistEditor, 'history'>,
  list: BlocklistName,
): Promise<readonly Message[]> {
  const nowMs = blocklists.nowMs();
  const entries = [...contentsAt(blocklists.contents(list), nowMs)].sort(compareEntries);
  const permanent = entries.filter(([, state]) => state.permanent);
  const timed = entries.filter(([, state]) => !state.permanent);
  const shown = new Map([...permanent.slice(0, MAX_SHOWN), ...timed.slice(0, MAX_SHOWN)]);
  const causes = await readCauses(editor, list, shown, MAX_CHANGES).catch(() => NO_CAUSES);
  const describe = (some: readonly ListEntry[]): Value => describeEntries(some, causes, nowMs);
  const values = { whom: whom(list) };
  const lines: Message[] = [];
  if (permanent.length > 0)
    lines.push(
      message('list.features', { count: permanent.length, ...values, features: describe(permanent) }),
    );
  if (timed.length > 0)
    lines.push(message('list.timed', { count: timed.length, ...values, features: describe(timed) }));
  return lines.length > 0 ? lines : [message('list.nothing', values)];
}

const NO_CAUSES: ReadonlyMap<string, BlocklistChange> = new Map();

/** Names the first entries, grouped by author and reason. */
function describeEntries(
  entries: readonly ListEntry[],
  causes: ReadonlyMap<string, BlocklistChange>,
  nowMs: number,
): Value {
  const groups = new Map<string, { readonly cause: BlocklistChange | undefined; readonly named: Value[] }>();
  for (const [feature, { permanent, untilMs }] of entries.slice(0, MAX_SHOWN)) {
    const cause = causes.get(feature);
    const key = JSON.stringify([cause?.actor, cause?.reason]);
    const group = groups.get(key) ?? { cause, named: [] };
    groups.set(key, group);
    group.named.push(
      permanent || untilMs === undefined
        ? { name: feature }
        : message('list.timed-feature', { feature: { name: feature }, until: until(untilMs, nowMs) }),
    );
  }
  const described = [...groups.values()].map(({ cause, named }) =>
    describeGroup(separate(named, ', '), cause),
  );
  return andMore(separate(described, '; '), entries.length - MAX_SHOWN);
}

function describeGroup(features: Value, cause: BlocklistChange | undefined): Value {
  if (cause === undefined) return features;
  const actor = { name: cause.actor };
  return cause.reason === undefined
    ? message('list.by', { features, actor })
    : message('list.by-with-reason', { features, actor, reason: { name: cause.reason } });
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
  return andMore(separate(values.slice(0, max), ', '), total - Math.min(values.length, max));
}

function andMore(shown: Value, more: number): Value {
  return more > 0 ? message('list.and-more', { names: shown, more }) : shown;
}

/** Returns a line for each of these lists that Redis has lost: its last known value is kept in memory. */
export function lostLines(blocklists: KnownBlocklists, lists: readonly BlocklistName[]): Message[] {
  return lists.flatMap((list) => {
    const count = blocklists.lostFeatures(list);
    return count === 0 ? [] : [message('list.lost', { count, whom: whom(list) })];
  });
}
