import type { Command } from 'commander';
import {
  changesByList,
  newestRedoable,
  newestUndoable,
  planReversal,
  undoSteps,
} from '../../../shared/feature-control/blocklist-change.ts';
import type { BlocklistChange, FeatureChange } from '../../../shared/feature-control/blocklist-change.ts';
import type { ChangeAuthor } from '../../../shared/feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { describeEffects, describeFeatures } from '../../../shared/feature-control/describe-change.ts';
import { parseChangeId } from '../../../shared/redis/blocklists/history/history-entry.ts';
import { toConflictBody, toEditedBody } from '../../../shared/rest/blocklist-bodies.ts';
import { addAuthorOptions, authorOf } from '../actor.ts';
import type { AuthorOptions } from '../actor.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { confirm } from '../confirm.ts';
import { withRedis, withRedisForWrites } from '../connected-context.ts';
import type { ConnectedContext } from '../connected-context.ts';
import { count, formatTime, printJson } from '../output.ts';
import { parseSince } from '../times.ts';
import type { TypedTime } from '../times.ts';
import { describeConflicts, describeState } from './describe-change.ts';
import { warnOfLaterUnblocking } from './later-unblocking.ts';
import type { ListChanges } from './later-unblocking.ts';
import { readContents } from './read-lists.ts';

interface UndoOptions extends AuthorOptions {
  readonly yes?: boolean;
}

const UNDO_EXPLANATION = `
Without an id, the newest change is reverted that is neither an undo nor undone. A change is not reverted if one
of its entries has changed since. On a terminal, it asks before it reverts a change of somebody else.
The changes of an import have a common id, by which they are undone together, list by list.

Examples:
  feature-control undo
  feature-control history --feature fly
  feature-control undo 1767225600000-0-1k2j3h4`;

const REDO_EXPLANATION = `
Reverts an undo, so that the undone change takes effect again; without an id, the newest undo.

Example:
  feature-control redo`;

const ROLLBACK_EXPLANATION = `
Shows what each entry was before these changes, and asks; then reverts them with one undo for each list. Entries
that were changed otherwise since are kept as they are, and shown.

Examples:
  feature-control rollback --actor alex --since 1h --dry-run
  feature-control rollback --since 2026-12-01T18:00 --reason "broken script"`;

const REVERSALS = [
  {
    name: 'undo',
    title: 'Undo',
    description: 'Reverts a change, by default the newest one that is not undone.',
    explanation: UNDO_EXPLANATION,
    newest: newestUndoable,
  },
  {
    name: 'redo',
    title: 'Redo',
    description: 'Reverts an undo, by default the newest one.',
    explanation: REDO_EXPLANATION,
    newest: newestRedoable,
  },
] as const;

/**
 * Adds `feature-control undo [id]` and `feature-control redo [id]`, which revert a change or an undo, unless
 * one of its entries has changed since.
 */
export function addReversalCommands(program: Command, context: CommandContext): void {
  for (const reversal of REVERSALS) addReversal(program, context, reversal);
}

/** Changes that are searched for one to revert. */
const MAX_SEARCHED = 500;

function addReversal(
  program: Command,
  context: CommandContext,
  { description, explanation, name, newest: newestOf, title }: (typeof REVERSALS)[number],
): void {
  const command = program
    .command(name)
    .description(description)
    .argument('[id]', 'the id of the change, from history')
    .option('--yes', 'do not ask before a change of somebody else is reverted');
  addAuthorOptions(command)
    .addHelpText('after', explanation)
    .action(async (id: string | undefined, options: UndoOptions) => {
      const author = authorOf(context, options);
      if (parseChangeId(options.reason?.split(' ').at(-1) ?? '') !== undefined)
        throw new UsageError(`write the id before --reason: feature-control ${name} <id> --reason <text>`);
      const changes = await withRedis(context, async ({ editor }) => {
        if (id !== undefined) return await editor.find(id);
        const newest = newestOf((await editor.history({ maxChanges: MAX_SEARCHED })).changes);
        return newest === undefined ? [] : [newest];
      });
      if (changes.length === 0)
        throw new CommandError(
          id === undefined
            ? `there is no change to ${name}`
            : `no change ${id} is recorded, or it is no longer kept: see history`,
        );
      if (options.yes !== true && changes.some(({ actor }) => actor !== author.actor))
        await confirm(context, `${title} ${describe(changes)}?`);
      await revert(context, changes, author, options);
    });
}

interface RollbackOptions extends UndoOptions {
  readonly actor?: string;
  readonly since?: TypedTime;
  readonly dryRun?: boolean;
}

/** Changes that one rollback may revert. */
const MAX_ROLLED_BACK = 10_000;

/** Adds `feature-control rollback`, which reverts all changes of an actor, or since a time. */
export function addRollbackCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('rollback')
    .description('Reverts all changes of one actor, or since a time, after a preview.')
    .option('--actor <name>', 'revert the changes of this actor')
    .option(
      '--since <time>',
      'revert the changes since then: a date, or how long ago, such as 1h',
      parseSince,
    )
    .option('--dry-run', 'show what would be reverted, and write nothing')
    .option('--yes', 'do not ask');
  addAuthorOptions(command)
    .addHelpText('after', ROLLBACK_EXPLANATION)
    .action(async (options: RollbackOptions) => {
      const { actor, dryRun = false, since, yes = false } = options;
      if (actor === undefined && since === undefined)
        throw new UsageError('Give --actor or --since, or both.');
      const author = authorOf(context, options);
      const { changes, kept } = await withRedis(context, async (connected) => {
        const sinceMs = since?.(await connected.redisNow());
        const query = { actor, sinceMs, maxChanges: MAX_ROLLED_BACK };
        const found = (await connected.editor.history(query)).changes;
        return { changes: found, kept: await preview(connected, found) };
      });
      if (changes.length === 0) throw new CommandError('there is no such change');
      if (dryRun) {
        context.err('This was a dry run, and nothing was written.');
        return;
      }
      if (!yes) await confirm(context, `Revert ${describe(changes)}?`);
      await revert(context, changes, author, options, kept);
    });
}

/** The features of each list that are kept as they are, by the name of the list. */
type KeptFeatures = ReadonlyMap<string, ReadonlySet<string>>;

/** Shows what a reversal would do. @returns the features that were changed otherwise since */
async function preview(
  connected: ConnectedContext,
  changes: readonly BlocklistChange[],
): Promise<KeptFeatures> {
  const nowMs = await connected.redisNow();
  const kept = new Map<string, Set<string>>();
  for (const { list, changes: ofList } of changesByList(changes)) {
    const name = formatBlocklistName(list);
    const stored = await readContents(connected, list, nowMs);
    const keptInList = new Set<string>();
    kept.set(name, keptInList);
    connected.err(`--- ${name}, ${count(ofList.length, 'change')}`, 'bold');
    for (const { after, before, feature, isKept } of planReversal(ofList, stored, nowMs)) {
      if (isKept) keptInList.add(feature);
      const effect = isKept ? 'kept, as it was changed otherwise since' : `→ ${describeState(after)}`;
      connected.err(`${feature}: ${describeState(before)} ${effect}`, isKept ? 'yellow' : undefined);
    }
  }
  return kept;
}

/** Describes whose changes they are, of what, and when they were made. */
function describe(changes: readonly BlocklistChange[]): string {
  const [first, ...others] = changes;
  if (first === undefined || others.length > 0) {
    const actors = [...new Set(changes.map(({ actor }) => actor))].join(', ');
    return `${count(changes.length, 'change')} of ${count(changesByList(changes).length, 'list')} by ${actors}`;
  }
  const { actor, atMs, list } = first;
  return `the change of ${formatBlocklistName(list)} ${describeFeatures(first)} by ${actor} at ${formatTime(atMs)}`;
}

/**
 * Reverts changes with one undo for each list, or for each 1,000 of its features, and prints the results.
 * @throws {CommandError} if something could not be reverted
 */
async function revert(
  context: CommandContext,
  changes: readonly BlocklistChange[],
  author: ChangeAuthor,
  { json = false }: UndoOptions,
  kept: KeptFeatures = new Map(),
): Promise<void> {
  await withRedisForWrites(context, async (connected) => {
    const bodies: object[] = [];
    const failures: string[] = [];
    const edits: ListChanges[] = [];
    for (const { list, changes: ofList } of undoSteps(changes)) {
      const name = formatBlocklistName(list);
      const result = await connected.editor.undo(ofList, author, kept.get(name));
      if (result.outcome === 'invalid') failures.push(`${name}: ${result.problem}`);
      else if (result.outcome === 'conflict') {
        bodies.push(toConflictBody(list, result));
        failures.push(`${name}: ${describeConflicts(result.conflicts)}. Nothing was undone.`);
      } else {
        bodies.push(toEditedBody(list, result));
        const made = result.outcome === 'changed' ? result.changes : [];
        edits.push({ list, changes: made });
        if (!json) context.out(`${name}: ${describeResult(made)}.`, 'green');
      }
    }
    await warnOfLaterUnblocking(connected, edits);
    if (json) printJson(context, { edits: bodies });
    if (failures.length > 0) throw new CommandError(failures.join('\n'));
  });
}

function describeResult(changes: readonly FeatureChange[]): string {
  if (changes.length === 0) return 'it is already as it was before';
  const features = describeFeatures({ changes, total: changes.length });
  return `${features} ${describeEffects(changes, describeState)}`;
}
