import { Option } from 'commander';
import type { Command } from 'commander';
import type { FeatureChange } from '../../../shared/feature-control/blocklist-change.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { findEditProblem } from '../../../shared/feature-control/edit-problems.ts';
import {
  BLOCKED,
  blockedUntil,
  endsEarlier,
  FREE,
  isSameState,
} from '../../../shared/feature-control/entry-state.ts';
import type { ListContents } from '../../../shared/feature-control/list-contents.ts';
import { nearestName } from '../../../shared/nearest-name.ts';
import { toEditedBody } from '../../../shared/rest/blocklist-bodies.ts';
import { addAuthorOptions, authorOf } from '../actor.ts';
import type { AuthorOptions } from '../actor.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { withRedisForWrites } from '../connected-context.ts';
import type { ConnectedContext } from '../connected-context.ts';
import { count, formatTime, printJson } from '../output.ts';
import { parseDate, parseDuration } from '../times.ts';
import type { TypedTime } from '../times.ts';
import { describeConflicts, describeState } from './describe-change.ts';
import { confirmNames } from './known-names.ts';
import { warnOfLaterUnblocking } from './later-unblocking.ts';
import { addListOptions, describeList, listOf } from './list-options.ts';
import type { ListOptions } from './list-options.ts';
import { readContents } from './read-lists.ts';
import { warnOfServerScopes } from './server-scopes.ts';

interface EditOptions extends ListOptions, AuthorOptions {
  readonly for?: TypedTime;
  readonly until?: TypedTime;
  readonly yes?: boolean;
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
    .option('--until <date>', 'when it ends, such as 2026-12-01T18:00, 18:00 or tomorrow 9:00', parseDate)
    .option('--yes', 'do not ask whether an unlikely name is meant, and do not warn of it');
  addAuthorOptions(command)
    .addHelpText('after', BLOCK_EXAMPLES)
    .action((features: readonly string[], options: EditOptions) => edit(context, 'block', features, options));
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
    .action((features: readonly string[], options: EditOptions) =>
      edit(context, 'unblock', features, options),
    );
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
  const typedEnd = options.for ?? options.until;
  const wantedUntil = (untilMs?: number): ListContents => {
    const state = verb === 'unblock' ? FREE : untilMs === undefined ? BLOCKED : blockedUntil(untilMs);
    return new Map(features.map((feature) => [feature, state]));
  };
  const problem = findEditProblem({ list, wanted: wantedUntil(), reason: options.reason });
  if (problem !== undefined) throw new UsageError(`${problem.field}: ${problem.problem}`);
  await withRedisForWrites(context, async (connected) => {
    const untilMs = typedEnd?.(await connected.redisNow());
    if (verb === 'block' && options.yes !== true)
      await confirmNames(connected, { features, client: options.client });
    const result = await connected.editor.edit(list, wantedUntil(untilMs), author);
    if (result.outcome === 'invalid') throw new UsageError(result.problem);
    if (result.outcome === 'conflict') throw new CommandError(describeConflicts(result.conflicts));
    const changes = result.outcome === 'changed' ? result.changes : [];
    if (options.json === true) printJson(context, toEditedBody(list, result));
    else {
      const until = untilMs === undefined ? '' : ` until ${formatTime(untilMs)}`;
      print(context, verb, { features, changes, where: `${describeList(list)}${until}.` });
    }
    if (verb === 'block') await warnOfServerScopes(connected, list);
    else {
      await suggestBlocked(connected, list, features, changes);
      await warnOfLaterUnblocking(connected, [{ list, changes }]);
    }
  });
}

/** Suggests the blocked feature that each unchanged one resembles. */
async function suggestBlocked(
  connected: ConnectedContext,
  list: BlocklistName,
  features: readonly string[],
  changes: readonly FeatureChange[],
): Promise<void> {
  if (changes.length === features.length || features.length > MAX_NAMED) return;
  const contents = await readContents(connected, list, await connected.redisNow());
  const changed = new Set(changes.map(({ feature }) => feature));
  for (const feature of features.filter((each) => !changed.has(each))) {
    const nearest = nearestName(feature, contents.keys());
    if (nearest !== undefined) connected.err(`Did you mean ${nearest}?`, 'yellow');
  }
}

/** More features are counted instead of named. */
const MAX_NAMED = 20;

interface Edited {
  readonly features: readonly string[];
  readonly changes: readonly FeatureChange[];
  /** The list and the end of the block. */
  readonly where: string;
}

/** Prints the result of an edit. */
function print(
  { out }: CommandContext,
  verb: 'block' | 'unblock',
  { changes, features, where }: Edited,
): void {
  const done = verb === 'block' ? 'Blocked' : 'Unblocked';
  const already = verb === 'block' ? 'blocked already' : 'not blocked';
  if (features.length > MAX_NAMED) {
    const states = changes.filter(({ after, before }) => !isSameState(before, after)).length;
    const reasons = changes.length - states;
    const unchanged = features.length - changes.length;
    if (states > 0) out(`${done} ${count(states, 'feature')} ${where}`, 'green');
    if (reasons > 0) out(`Already as wanted, with a new reason: ${count(reasons, 'feature')}.`, 'green');
    if (unchanged > 0) out(`Already as wanted: ${count(unchanged, 'feature')}.`);
    return;
  }
  const changed = new Map(changes.map((change) => [change.feature, change]));
  for (const feature of features) {
    const change = changed.get(feature);
    if (change === undefined) out(`${feature} is ${already} ${where}`);
    else if (isSameState(change.before, change.after))
      out(`${feature} is ${already} ${where} The reason was changed.`, 'green');
    else {
      const before = endsEarlier(change) ? ` Before: ${describeState(change.before)}.` : '';
      out(`${done} ${feature} ${where}${before}`, 'green');
    }
  }
}
