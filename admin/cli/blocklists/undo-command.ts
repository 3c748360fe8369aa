import type { Command } from 'commander';
import type { BlocklistChange, UndoResult } from '../../../shared/feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { isUnblocking } from '../../../shared/feature-control/entry-state.ts';
import { addAuthorOptions, authorOf } from '../actor.ts';
import type { AuthorOptions } from '../actor.ts';
import { withRedis, withRedisForWrites } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { count, formatTime, printJson } from '../output.ts';
import { describeFeatures, describeState } from './describe-change.ts';
import { warnOfLaterUnblocking } from './later-unblocking.ts';

interface UndoOptions extends AuthorOptions {
  readonly yes?: boolean;
}

const EXPLANATION = `
Without an id, the newest change is reverted. A change is not reverted if its entry has changed since.
On a terminal, it asks before it reverts a change of somebody else.
The import of a list is one change. It can be reverted if it changed at most 1000 features, and its record is
at most 64 KB of JSON.
An undo is recorded as a change itself; undoing it restores the original change.

Examples:
  feature-control undo
  feature-control history --feature fly
  feature-control undo 1767225600000-0-1k2j3h4`;

/** Adds `feature-control undo [id]`, which reverts a change unless its entry has changed since. */
export function addUndoCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('undo')
    .description('Reverts a change, by default the newest one.')
    .argument('[id]', 'the id of the change, from history')
    .option('--yes', 'do not ask before a change of somebody else is reverted');
  addAuthorOptions(command)
    .addHelpText('after', EXPLANATION)
    .action(async (given: string | undefined, options: UndoOptions) => {
      const { yes = false, json = false } = options;
      const author = authorOf(context, options);
      const { id, change } = await findChange(context, given);
      if (change !== undefined && change.actor !== author.actor && !yes) await confirm(context, change);
      await withRedisForWrites(context, async (store) => {
        const result = await store.editor.undo(id, author);
        if (json) printJson(context, { undoes: id, ...result });
        const text = describeResult({ id, change }, result);
        if (!json) context.out(text, 'green');
        // The change of many features is not examined.
        const isSingle = result.outcome === 'changed' && result.features === undefined;
        const unblocked = change !== undefined && isSingle && isUnblocking(result) ? [change] : [];
        await warnOfLaterUnblocking(context, store, unblocked);
      });
    });
}

interface FoundChange {
  readonly id: string;
  /** Undefined if no change with the id is recorded. */
  readonly change: BlocklistChange | undefined;
}

/** Finds the given or the newest change. @throws {CommandError} if there are no changes */
async function findChange(context: CommandContext, given: string | undefined): Promise<FoundChange> {
  return await withRedis(context, async ({ editor }) => {
    if (given !== undefined) return { id: given, change: await editor.find(given) };
    const [newest] = (await editor.history({ maxChanges: 1 })).changes;
    if (newest === undefined) throw new CommandError('no changes are recorded');
    return { id: newest.id, change: newest };
  });
}

/** Asks on a terminal. @throws {CommandError} if the answer is no */
async function confirm({ ask }: CommandContext, change: BlocklistChange): Promise<void> {
  const answer = await ask?.(`Undo the change of ${describe(change)}? [y/N]`);
  if (answer !== undefined && !/^y(?:es)?$/i.test(answer.trim()))
    throw new CommandError('nothing was undone');
}

/** Describes whose change it is, of what, and when it was made. */
function describe(change: BlocklistChange): string {
  const { actor, source, list, atMs } = change;
  const features = `${formatBlocklistName(list)} ${describeFeatures(change)}`;
  return `${features} by ${actor === '' ? source : actor} at ${formatTime(atMs)}`;
}

/** Describes what was undone. @throws {CommandError} if nothing was */
function describeResult({ id, change }: FoundChange, result: UndoResult): string {
  switch (result.outcome) {
    case 'unknown':
      throw new CommandError(`no change ${id} is recorded, or it is no longer kept: see history`);
    case 'invalid':
      throw new CommandError(result.problem);
    case 'conflict':
      throw new CommandError(describeConflict(result));
    case 'unchanged':
      return `It is already ${describeState(result.state)}.`;
    case 'changed': {
      const effect =
        result.features === undefined
          ? `${describeState(result.before)} → ${describeState(result.after)}`
          : `${count(result.features, 'feature')} restored`;
      const undone = change === undefined ? '' : `${describe(change)}: `;
      return `Undone ${id}: ${undone}${effect}.`;
    }
  }
}

function describeConflict({ state, feature }: UndoResult & { readonly outcome: 'conflict' }): string {
  if (feature === undefined) return `the entry has changed since: it is ${describeState(state)} now`;
  if (feature === '') return 'the list is being edited by others at the same time: try again';
  return `${feature} has changed since: it is ${describeState(state)} now. Nothing was undone; see history --feature`;
}
