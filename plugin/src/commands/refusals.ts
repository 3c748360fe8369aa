import type { UndoResult } from '../../../shared/feature-control/blocklist-editor.ts';
import { reply } from './reply.ts';
import type { Reply } from './reply.ts';

/** @returns undefined where the entry is as it was to be */
export function refusalOf(result: UndoResult): Reply | undefined {
  switch (result.outcome) {
    case 'invalid':
      return reply('failed', result.problem);
    case 'conflict':
      return reply('failed', 'Others are changing that at the same time. Look at it, and try again.');
    case 'unknown':
      return reply('failed', 'There is no such change, or it is not recorded any more.');
    default:
      return undefined;
  }
}
