import type { UndoResult } from '../../../shared/feature-control/blocklist-editor.ts';
import { message } from '../messages/message.ts';
import { reply } from './reply.ts';
import type { Reply } from './reply.ts';

/** @returns undefined where the entry is as it was to be */
export function refusalOf(result: UndoResult): Reply | undefined {
  switch (result.outcome) {
    case 'invalid':
      return reply('failed', message('failure.invalid', { problem: result.problem }));
    case 'conflict':
      return reply('failed', message('failure.conflict'));
    case 'unknown':
      return reply('failed', message('undo.unknown'));
    default:
      return undefined;
  }
}
