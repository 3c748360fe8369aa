import type { BlocklistChange } from '../../../shared/feature-control/blocklist-editor.ts';
import { globalOrClientList } from '../../../shared/feature-control/blocklist-name.ts';
import type { Administration, Command } from './command.ts';
import { formatCount } from './format.ts';
import { describeState, formatTime, whom } from './list-words.ts';
import { firstNameProblem, knownClients, knownFeatures } from './names.ts';
import { refusalOf } from './refusals.ts';
import { reply } from './reply.ts';
import type { Span } from './reply.ts';

/** Changes that are shown, the newest first. */
const MOST_SHOWN = 10;

/** `history [feature] [client]`: who has changed what, when and why. */
export function createHistoryCommand({ service }: Administration): Command {
  return {
    name: 'history',
    parameters: '[feature] [client]',
    summary: 'shows the latest changes of the lists, of a feature, or of a feature for one client',
    run: async ([feature, client]) => {
      const problem = firstNameProblem(client, feature === undefined ? [] : [feature]);
      if (problem !== undefined) return reply('failed', problem);
      const list = client === undefined ? undefined : globalOrClientList(client);
      const { changes } = await service().editor.history({ feature, list, most: MOST_SHOWN });
      return changes.length === 0
        ? reply('answer', 'No change is recorded.')
        : { tone: 'answer', lines: changes.map(describeChange) };
    },
    complete: ([feature], prefix) =>
      feature === undefined ? knownFeatures(service(), prefix) : knownClients(service(), prefix),
  };
}

/** `undo [id]`: reverts one change, the latest where none is named. */
export function createUndoCommand({ service }: Administration): Command {
  return {
    name: 'undo',
    parameters: '[id]',
    summary: 'reverts a change by its id in the history, or the latest',
    run: async ([named], author) => {
      const { editor } = service();
      const id = named ?? (await editor.history({ most: 1 })).changes[0]?.id;
      const change = id === undefined ? undefined : await editor.find(id);
      if (id === undefined || change === undefined)
        return reply('failed', 'There is no such change, or it is not recorded any more.');
      const result = await editor.undo(id, author);
      if (result.outcome === 'conflict')
        return reply('failed', 'The entry has changed since: look at the history, and edit it.');
      const refusal = refusalOf(result);
      if (refusal !== undefined) return refusal;
      const state = result.outcome === 'changed' ? result.after : change.before;
      const entry: Span[] = [{ name: change.feature }, ' for ', ...whom(change.list)];
      return result.outcome === 'changed'
        ? reply('changed', 'Undone: ', ...entry, ` is ${describeState(state)}.`)
        : reply('unchanged', ...entry, ` is ${describeState(state)} already.`);
    },
  };
}

function describeChange(change: BlocklistChange): Span[] {
  const { atMs, actor, source, id, feature, list, before, after, reason, sizes } = change;
  const what: Span[] =
    sizes === undefined
      ? [
          { name: feature },
          ' for ',
          ...whom(list),
          `: ${describeState(before)}, then ${describeState(after)}`,
        ]
      : ['the list for ', ...whom(list), `: ${formatCount(sizes.before, 'feature')}, then ${sizes.after}`];
  const why: Span[] = reason === undefined ? [] : [', as ', { name: reason }];
  return [`${formatTime(atMs)} `, { name: actor }, ` (${source}): `, ...what, ...why, `. Id: ${id}`];
}
