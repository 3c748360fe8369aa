import {
  groupChanges,
  isWhole,
  newestRedoable,
  newestUndoable,
  undoSteps,
} from '../../../shared/feature-control/blocklist-change.ts';
import type { BlocklistChange, FeatureChange } from '../../../shared/feature-control/blocklist-change.ts';
import type { ChangeAuthor } from '../../../shared/feature-control/blocklist-editor.ts';
import { GLOBAL_LIST } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { isSameState, isUnblocking } from '../../../shared/feature-control/entry-state.ts';
import { separate, time, toNames } from '../messages/formats.ts';
import { message } from '../messages/message.ts';
import type { Message, Value } from '../messages/message.ts';
import { reply } from '../messages/reply.ts';
import type { Reply } from '../messages/reply.ts';
import type { Administration, Command } from './command.ts';
import { describeState, whom } from './describe-entry.ts';
import { unblockingHints } from './edit-commands.ts';
import { isFailed, replyToFailedEdit } from './failed-edits.ts';
import { firstOf } from './list-contents.ts';
import { targetList } from './target-list.ts';

/** The number of changes shown, newest first, and of features of one change. */
const MAX_SHOWN = 10;
const MAX_FEATURES = 5;
/** The number of changes that are searched for one to undo. */
const MAX_SEARCHED = 200;

/** Select what the commands revert by default. */
const SELECT = { undo: newestUndoable, redo: newestRedoable };

/** `history [feature] [client]`: shows the latest changes, with author, time and reason. */
export const historyCommand: Command = {
  name: 'history',
  parameters: '[feature] [client]',
  options: ['client'],
  run: async ({ service }, [feature, word], options) => {
    const target = targetList(word, options, false);
    if (!target.ok) return reply('failed', target.problem);
    const list = target.value.type === 'global' ? undefined : target.value;
    const { changes } = await service.editor.history({ feature, list, maxChanges: MAX_SHOWN });
    return changes.length === 0
      ? reply('answer', message('history.none'))
      : reply('answer', ...changes.map(describeChange));
  },
};

/**
 * `undo [id]`: reverts one change, or those of a common id; by default the newest that is neither an undo nor
 * undone. It asks for the id of a change of somebody else.
 */
export const undoCommand = createRevertCommand('undo');

/** `redo [id]`: reverts an undo, by default the newest one. */
export const redoCommand = createRevertCommand('redo');

function createRevertCommand(name: keyof typeof SELECT): Command {
  return {
    name,
    parameters: '[id]',
    run: async (administration, [id], _options, author) => await revert(administration, name, id, author),
  };
}

async function revert(
  administration: Administration,
  command: keyof typeof SELECT,
  id: string | undefined,
  author: ChangeAuthor,
): Promise<Reply> {
  const { editor } = administration.service;
  if (id === undefined) {
    const newest = SELECT[command]((await editor.history({ maxChanges: MAX_SEARCHED })).changes);
    if (newest === undefined) return reply('failed', message(`${command}.none`));
    if (newest.actor !== author.actor)
      return reply('answer', describeChange(newest), message('undo.confirm', { id: newest.id }));
    return await revertList(administration, [newest], author);
  }
  const changes = await editor.find(id);
  if (changes.length === 0) return reply('failed', message('undo.unknown'));
  const replies: Reply[] = [];
  for (const step of undoSteps(changes)) replies.push(await revertList(administration, step.changes, author));
  const [first] = replies.toSorted((one, other) => urgencyOf(other) - urgencyOf(one));
  return reply(first?.tone ?? 'unchanged', ...replies.flatMap(({ lines }) => lines));
}

/** The higher, the more the tone matters among several replies. */
function urgencyOf({ tone }: Reply): number {
  return ['unchanged', 'changed', 'failed'].indexOf(tone);
}

/** @param changes of one list, the newest first */
async function revertList(
  administration: Administration,
  changes: readonly BlocklistChange[],
  author: ChangeAuthor,
): Promise<Reply> {
  const { editor } = administration.service;
  const { list } = changes[0] ?? { list: GLOBAL_LIST };
  if (!changes.every(isWhole)) return reply('failed', message('undo.too-many'));
  const result = await editor.undo(changes, author);
  if (isFailed(result)) return replyToFailedEdit(list, result);
  if (result.outcome !== 'changed')
    return reply('unchanged', message('undo.unchanged', { whom: whom(list) }));
  const [change, ...others] = result.changes;
  if (change !== undefined && others.length === 0)
    return reply('changed', ...describeReverted(administration, list, change));
  const features = message('count.features', { count: result.changes.length });
  return reply('changed', message('undo.many-done', { whom: whom(list), features }));
}

function describeReverted(
  administration: Administration,
  list: BlocklistName,
  change: FeatureChange,
): Message[] {
  const { after, feature } = change;
  const values = { feature: { name: feature }, whom: whom(list), state: describeState(after) };
  const done = message('undo.done', values);
  return isUnblocking(change) ? [done, ...unblockingHints(administration, list, feature)] : [done];
}

function describeChange(recorded: BlocklistChange): Message {
  const { atMs, actor, source, id, reason } = recorded;
  const values = { time: time(atMs), actor: { name: actor }, source, change: describeEdit(recorded), id };
  return reason === undefined
    ? message('history.change', values)
    : message('history.change-with-reason', { ...values, reason: { name: reason } });
}

function describeEdit({ changes, list, total: recordedTotal }: BlocklistChange): Value {
  const unrecorded = recordedTotal - changes.length;
  const groups = groupChanges(changes).map(({ after, before, features }, index) => {
    const total = features.length + (index === 0 ? unrecorded : 0);
    const values = { features: firstOf(toNames(features), MAX_FEATURES, total), whom: whom(list) };
    const state = describeState(after);
    return isSameState(before, after)
      ? message('history.new-reason', { ...values, state })
      : message('history.features', { ...values, before: describeState(before), after: state });
  });
  return separate(groups, '; ');
}
