import type { EditConflict, EditResult } from '../../../shared/feature-control/blocklist-editor.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { MAX_CHARACTERS } from '../../../shared/feature-control/edit-problems.ts';
import { time } from '../messages/formats.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { firstLines, reply } from '../messages/reply.ts';
import type { Reply } from '../messages/reply.ts';
import { describeState, whom } from './describe-entry.ts';

/** The number of conflicts shown. */
const MAX_CONFLICTS = 10;

/** Whether an edit was refused. Otherwise the entries have the requested state. */
export function isFailed(result: EditResult): result is FailedEdit {
  return result.outcome === 'invalid' || result.outcome === 'conflict';
}

type FailedEdit = EditResult & { readonly outcome: 'invalid' | 'conflict' };

/** Returns the reply to an edit that was refused. */
export function replyToFailedEdit(list: BlocklistName, result: FailedEdit): Reply {
  if (result.outcome === 'invalid') return reply('failed', problemOf(result));
  const lines = result.conflicts.map(describeConflict);
  return reply(
    'failed',
    message('failure.conflict', { whom: whom(list) }),
    ...firstLines(lines, MAX_CONFLICTS),
  );
}

/** Says in which state an entry is now, and who has changed it. */
function describeConflict({ feature, lastChange, state }: EditConflict): Message {
  const values = { feature: { name: feature }, state: describeState(state) };
  return lastChange === undefined
    ? message('conflict.unrecorded', values)
    : message('conflict.entry', {
        ...values,
        actor: { name: lastChange.actor },
        time: time(lastChange.atMs),
      });
}

/** Describes what is invalid in an edit. */
function problemOf({ field, serverName = '' }: FailedEdit & { readonly outcome: 'invalid' }): Message {
  switch (field) {
    case 'feature':
      return message('input.feature', { most: MAX_CHARACTERS.feature });
    case 'list':
      return message('input.list-name', { most: MAX_CHARACTERS.client });
    case 'server':
      return message('input.server-name', { server: { name: serverName } });
    case 'reason':
      return message('input.reason', { most: MAX_CHARACTERS.reason });
    case 'until':
      return message('input.past');
  }
}
