import { MAX_RECORDED_NAMES } from '../../../shared/feature-control/blocklist-editor.ts';
import type { BlocklistChange } from '../../../shared/feature-control/blocklist-editor.ts';
import { clientOf } from '../../../shared/feature-control/blocklist-name.ts';
import { isUnblocking } from '../../../shared/feature-control/entry-state.ts';
import { names, time } from '../messages/formats.ts';
import { message, plural } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { reply } from '../messages/reply.ts';
import { laterUnblocking } from './bridges-command.ts';
import type { Administration, Command } from './command.ts';
import { describeState, whom } from './describe-entry.ts';
import { stillBlockedLine } from './edit-commands.ts';
import { replyToFailedEdit } from './failed-edits.ts';
import { targetList } from './target-list.ts';

/** The number of changes shown, newest first. */
const MAX_SHOWN = 10;

/** `history [feature] [client]`: shows the latest changes, with author, time and reason. */
export function createHistoryCommand({ service }: Administration): Command {
  return {
    name: 'history',
    parameters: '[feature] [client]',
    options: ['client'],
    run: async ([feature, word], _author, options) => {
      const target = targetList(word, options, false);
      if (!target.ok) return reply('failed', target.problem);
      const list = target.list.kind === 'global' ? undefined : target.list;
      const { changes } = await service().editor.history({ feature, list, maxChanges: MAX_SHOWN });
      return changes.length === 0
        ? reply('answer', message('history.none'))
        : reply('answer', ...changes.map(describeChange));
    },
  };
}

/** `undo [id]`: reverts one change, by default the latest. */
export function createUndoCommand({ service, bridges }: Administration): Command {
  return {
    name: 'undo',
    parameters: '[id]',
    run: async ([givenId], author) => {
      const { editor } = service();
      const id = givenId ?? (await editor.history({ maxChanges: 1 })).changes[0]?.id;
      const change = id === undefined ? undefined : await editor.find(id);
      if (id === undefined || change === undefined) return reply('failed', message('undo.unknown'));
      const { feature, list, sizes } = change;
      if (sizes?.canUndo === false) return reply('failed', message('undo.too-many'));
      const result = await editor.undo(id, author);
      if (result.outcome === 'conflict') {
        const changed = { name: result.feature ?? feature };
        return reply('failed', message('undo.conflict', { feature: changed, whom: whom(list) }));
      }
      const failed = replyToFailedEdit(result);
      if (failed !== undefined) return failed;
      if (result.outcome !== 'changed')
        return reply('unchanged', message('undo.unchanged', { whom: whom(list) }));
      if (result.features !== undefined) {
        const features = plural('count.features', result.features);
        return reply('changed', message('undo.many-done', { whom: whom(list), features }));
      }
      const state = describeState(result.after);
      const done = message('undo.done', { feature: { name: feature }, whom: whom(list), state });
      if (!isUnblocking(result)) return reply('changed', done);
      const stillBlocked = await stillBlockedLine(editor, list, feature);
      return stillBlocked.length > 0
        ? reply('changed', done, ...stillBlocked)
        : reply('changed', done, ...laterUnblocking(bridges, feature, clientOf(list)));
    },
  };
}

function describeChange(recorded: BlocklistChange): Message {
  const { atMs, actor, source, id, reason } = recorded;
  const change = describeEdit(recorded);
  const values = { time: time(atMs), actor: { name: actor }, source, change, id };
  return reason === undefined
    ? message('history.change', values)
    : message('history.change-with-reason', { ...values, reason: { name: reason } });
}

function describeEdit({ feature, list, before, after, sizes }: BlocklistChange): Message {
  if (sizes === undefined)
    return message('history.feature', {
      feature: { name: feature },
      whom: whom(list),
      before: describeState(before),
      after: describeState(after),
    });
  const ellipsis = sizes.names.length === MAX_RECORDED_NAMES ? [', …'] : [];
  return message('history.features', {
    whom: whom(list),
    names: [names(sizes.names), ...ellipsis],
    before: plural('count.features', sizes.before),
    after: sizes.after,
  });
}
