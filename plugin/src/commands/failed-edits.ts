import type { EditField, UndoResult } from '../../../shared/feature-control/blocklist-editor.ts';
import { MAX_CHARACTERS } from '../../../shared/feature-control/edit-problems.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { reply } from '../messages/reply.ts';
import type { Reply } from '../messages/reply.ts';

/** Returns the reply to an edit that was refused; undefined if the entry has the requested state. */
export function replyToFailedEdit(result: UndoResult): Reply | undefined {
  switch (result.outcome) {
    case 'invalid':
      return reply('failed', problemOf(result.field));
    case 'conflict':
      return reply('failed', message('failure.conflict'));
    case 'unknown':
      return reply('failed', message('undo.unknown'));
    default:
      return undefined;
  }
}

/** Describes a problem that the commands do not check themselves. */
function problemOf(field: EditField): Message {
  switch (field) {
    case 'feature':
      return message('input.feature', { most: MAX_CHARACTERS.feature });
    case 'list':
      return message('input.list-name');
    case 'reason':
      return message('input.reason', { most: MAX_CHARACTERS.reason });
    case 'until':
      return message('input.past');
  }
}
