import type { Command } from 'commander';
import type { BlocklistEditor, UndoResult } from '../../../shared/feature-control/blocklist-editor.ts';
import { isUnblocking } from '../../../shared/feature-control/entry-state.ts';
import { resolveActor } from '../actor.ts';
import { withRedisForWrites } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { count, printJson } from '../output.ts';
import { createEditor } from './create-editor.ts';
import { describeState } from './describe-change.ts';
import { addAuthorOptions } from './edit-command.ts';
import { readLaterUnblocking } from './later-unblocking.ts';
import type { UnblockedFeature } from './later-unblocking.ts';

interface UndoOptions {
  readonly reason?: string;
  readonly as?: string;
  readonly json?: boolean;
}

const EXPLANATION = `
Without an id, the newest change is reverted. A change is not reverted if its entry has changed since.
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
    .argument('[id]', 'the id of the change, from history');
  addAuthorOptions(command)
    .addHelpText('after', EXPLANATION)
    .action(async (given: string | undefined, options: UndoOptions) => {
      const author = {
        actor: resolveActor(context, options.as),
        source: 'command-line',
        reason: options.reason,
      } as const;
      const { id, result, notes } = await withRedisForWrites(context, async (redis, keys) => {
        const editor = createEditor(context, redis, keys);
        const newest = given ?? (await editor.history({ maxChanges: 1 })).changes[0]?.id;
        if (newest === undefined) throw new CommandError('no changes are recorded');
        const undone = await editor.undo(newest, author);
        const unblocked = await unblockedBy(undone, editor);
        const later = await readLaterUnblocking({ redis, keys }, unblocked);
        return { id: newest, result: undone, notes: later };
      });
      report(context, { id, result, json: options.json === true });
      for (const note of notes) context.err(note, 'yellow');
    });
}

interface Report {
  /** Of the reverted change. */
  readonly id: string;
  readonly result: UndoResult;
  readonly json: boolean;
}

/** Prints the result. @throws {CommandError} if nothing was undone */
function report(context: CommandContext, { id, result, json }: Report): void {
  if (json) printJson(context, { undoes: id, ...result });
  switch (result.outcome) {
    case 'unknown':
      throw new CommandError(`no change ${id} is recorded, or it is no longer kept: see history`);
    case 'invalid':
      throw new CommandError(result.problem);
    case 'conflict':
      throw new CommandError(describeConflict(result));
    case 'unchanged':
      if (!json) context.out(`It is already ${describeState(result.state)}.`);
      break;
    case 'changed': {
      const change =
        result.features === undefined
          ? `${describeState(result.before)} → ${describeState(result.after)}`
          : `${count(result.features, 'feature')} restored`;
      if (!json) context.out(`Undone ${id}: ${change}.`, 'green');
    }
  }
}

/** Returns the feature that an undo has unblocked, if any. A change of many features is not examined. */
async function unblockedBy(
  undone: UndoResult,
  editor: BlocklistEditor,
): Promise<readonly UnblockedFeature[]> {
  if (undone.outcome !== 'changed' || undone.features !== undefined || !isUnblocking(undone)) return [];
  const change = await editor.find(undone.id);
  return change === undefined ? [] : [change];
}

function describeConflict({ state, feature }: UndoResult & { readonly outcome: 'conflict' }): string {
  if (feature === undefined) return `the entry has changed since: it is ${describeState(state)} now`;
  if (feature === '') return 'the list is being edited by others at the same time: try again';
  return `${feature} has changed since: it is ${describeState(state)} now. Nothing was undone; see history --feature`;
}
