import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { LAST_MS } from '../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import { time } from '../messages/formats.ts';
import { message } from '../messages/message.ts';
import type { Message, Value } from '../messages/message.ts';

/** Returns the clients that a list applies to, as a phrase after “for”. */
export function whom(list: BlocklistName): Value {
  switch (list.kind) {
    case 'global':
      return message('whom.global');
    case 'client':
      return { name: list.name };
    case 'server':
      return message('whom.server', { server: { name: list.name } });
  }
}

/** Returns the state of an entry, in words. A timed block with the time `+inf` has no end. */
export function describeState({ permanent, untilMs }: EntryState): Message {
  if (permanent) return message('state.blocked');
  if (untilMs === undefined) return message('state.free');
  return untilMs < LAST_MS
    ? message('state.blocked-until', { time: time(untilMs) })
    : message('state.blocked');
}
