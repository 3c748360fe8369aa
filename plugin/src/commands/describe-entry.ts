import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { LAST_MS } from '../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import type { BlockingEntry } from '../../../shared/feature-control/explain-feature.ts';
import { time, until } from '../messages/formats.ts';
import { message } from '../messages/message.ts';
import type { Message, Value } from '../messages/message.ts';

/** Returns the clients that a list applies to, as a phrase after “for”. */
export function whom(list: BlocklistName): Value {
  switch (list.type) {
    case 'global':
      return message('whom.global');
    case 'client':
      return { name: list.name };
    case 'server':
      return message('whom.server', { server: { name: list.name } });
  }
}

/** Returns a sentence about an entry that blocks a feature. */
export function describeEntry({ list, state }: BlockingEntry<BlocklistName>, nowMs: number): Message {
  const { permanent, untilMs } = state;
  return permanent || untilMs === undefined
    ? message('explain.entry', { whom: whom(list) })
    : message('explain.entry-until', { whom: whom(list), until: until(untilMs, nowMs) });
}

/** Returns the state of an entry, in words. A timed block with the time `+inf` has no end. */
export function describeState({ permanent, untilMs }: EntryState): Message {
  if (permanent) return message('state.blocked');
  if (untilMs === undefined) return message('state.free');
  return untilMs < LAST_MS
    ? message('state.blocked-until', { time: time(untilMs) })
    : message('state.blocked');
}
