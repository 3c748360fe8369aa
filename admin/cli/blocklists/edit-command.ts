import { Option } from 'commander';
import type { Command } from 'commander';
import type { EditResult } from '../../../shared/feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { findEditProblem } from '../../../shared/feature-control/edit-problems.ts';
import { endsEarlier } from '../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import { addAuthorOptions, authorOf } from '../actor.ts';
import type { AuthorOptions } from '../actor.ts';
import { withRedisForWrites } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { formatTime, printJson } from '../output.ts';
import { parseDate, parseDuration } from '../times.ts';
import type { TypedEnd } from '../times.ts';
import { describeState } from './describe-change.ts';
import { readKnownNames, warnOfUnknown } from './known-names.ts';
import { warnOfLaterUnblocking } from './later-unblocking.ts';
import { addListOptions, describeList, listOf } from './list-options.ts';
import type { ListOptions } from './list-options.ts';
import { warnOfServerScopes } from './server-scopes.ts';

interface EditOptions extends ListOptions, AuthorOptions {
  readonly for?: TypedEnd;
  readonly until?: TypedEnd;
}

/** A feature with the result of its edit. */
interface EditedFeature {
  readonly feature: string;
  readonly result: EditResult;
}

const BLOCK_EXAMPLES = `
Examples:
  feature-control block fly
  feature-control block minimap radar --client my-mod --reason "tournament"
  feature-control block freecam --for 2h30m
  feature-control block freecam --until 2026-12-01T18:00`;

const UNBLOCK_EXAMPLES = `
Examples:
  feature-control unblock fly
  feature-control unblock minimap --client my-mod --reason "tournament is over"`;

/** Adds `feature-control block <feature…>`, which blocks features permanently or for a time. */
export function addBlockCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('block')
    .summary('Blocks features for every client, or for one mod or game server.')
    .description('Blocks features for every client, or for one mod or game server; effective within 100 ms.')
    .argument('<feature...>', 'names of features, as mods send them; case-sensitive');
  addListOptions(command, 'block in')
    .addOption(
      new Option('--for <duration>', 'how long to block, such as 2h30m')
        .argParser(parseDuration)
        .conflicts('until'),
    )
    .option('--until <date>', 'when the block ends, such as 2026-12-01T18:00', parseDate);
  addAuthorOptions(command)
    .addHelpText('after', BLOCK_EXAMPLES)
    .action(async (features: readonly string[], options: EditOptions) => {
      await edit(context, 'block', features, options);
    });
}

/** Adds `feature-control unblock <feature…>`, which removes features from a list. */
export function addUnblockCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('unblock')
    .description('Removes features from the list of every client, or of one mod or game server.')
    .argument('<feature...>', 'names of features, as they were blocked; case-sensitive');
  addListOptions(command, 'unblock in');
  addAuthorOptions(command)
    .addHelpText('after', UNBLOCK_EXAMPLES)
    .action(async (features: readonly string[], options: EditOptions) => {
      await edit(context, 'unblock', features, options);
    });
}

async function edit(
  context: CommandContext,
  verb: 'block' | 'unblock',
  names: readonly string[],
  options: EditOptions,
): Promise<void> {
  const list = listOf(options);
  const features = [...new Set(names)];
  const author = authorOf(context, options);
  const { reason } = options;
  const typedEnd = options.for ?? options.until;
  for (const feature of features) {
    const problem = findEditProblem({ list, feature, reason, isBlocking: verb === 'block' });
    if (problem !== undefined) throw new UsageError(`${problem.field}: ${problem.problem}`);
  }
  await withRedisForWrites(context, async (store) => {
    const { editor } = store;
    const untilMs = typedEnd?.(await store.now());
    if (verb === 'block')
      warnOfUnknown(context, await readKnownNames(store), { features, client: options.client });
    const edited: EditedFeature[] = [];
    const failures: string[] = [];
    for (const feature of features) {
      const result =
        verb === 'block'
          ? await editor.block(list, feature, { ...author, untilMs })
          : await editor.unblock(list, feature, author);
      edited.push({ feature, result });
      if (result.outcome === 'invalid') failures.push(`${feature}: ${result.problem}`);
      else if (result.outcome === 'conflict') failures.push(`${feature}: ${CONFLICT}`);
      else if (options.json !== true) {
        const until = untilMs === undefined ? '' : ` until ${formatTime(untilMs)}`;
        print(context, verb, { feature, result }, `${describeList(list)}${until}.`);
      }
    }
    if (options.json === true) {
      const changes = edited.map(({ feature, result }) => ({ feature, ...result }));
      printJson(context, { list: formatBlocklistName(list), changes });
    }
    if (verb === 'block') await warnOfServerScopes(context, store, list);
    else {
      const changed = edited.filter(({ result }) => result.outcome === 'changed');
      const unblocked = changed.map(({ feature }) => ({ list, feature }));
      await warnOfLaterUnblocking(context, store, unblocked);
    }
    if (failures.length > 0) throw new CommandError(failures.join('\n'));
  });
}

const CONFLICT = 'it was changed by someone else at the same time. Try again.';

/** Prints the result of an edit. @param where the list and the end of the block */
function print(
  { out }: CommandContext,
  verb: 'block' | 'unblock',
  { feature, result }: EditedFeature,
  where: string,
): void {
  const done = verb === 'block' ? 'Blocked' : 'Unblocked';
  const already = verb === 'block' ? 'is blocked already' : 'is not blocked';
  if (result.outcome === 'changed') out(`${done} ${feature} ${where}${previousEnd(result)}`, 'green');
  else out(`${feature} ${already} ${where}`);
}

/** Returns a sentence with the state before if the block now ends earlier than it did; otherwise nothing. */
function previousEnd(change: { before: EntryState; after: EntryState }): string {
  return endsEarlier(change) ? ` Before: ${describeState(change.before)}.` : '';
}
