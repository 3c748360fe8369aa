import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import type { FeatureChange } from '../../../shared/feature-control/blocklist-change.ts';
import type { ChangeAuthor } from '../../../shared/feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { listProblem } from '../../../shared/feature-control/edit-problems.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import { NO_CONTENTS } from '../../../shared/feature-control/list-contents.ts';
import type { NamedList } from '../../../shared/feature-control/list-contents.ts';
import { toFeatureChangeBody } from '../../../shared/rest/blocklist-bodies.ts';
import { addAuthorOptions, authorOf } from '../actor.ts';
import type { AuthorOptions } from '../actor.ts';
import { warnOfLaterUnblocking } from '../blocklists/later-unblocking.ts';
import { namesOfLists } from '../blocklists/read-lists.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError, EXIT } from '../command-error.ts';
import { withRedis, withRedisForWrites } from '../connected-context.ts';
import type { ConnectedContext } from '../connected-context.ts';
import { count, formatTime, printJson } from '../output.ts';
import { readYamlFile } from '../yaml-file.ts';
import { replaceList } from './import-lists.ts';
import type { ImportedList } from './import-lists.ts';
import { parseBlocklists } from './parse-blocklists.ts';

interface ImportOptions extends AuthorOptions {
  readonly check?: boolean;
  readonly dryRun?: boolean;
  readonly prune?: boolean;
}

const EXPLANATION = `
Each list of the file replaces the stored one: up to 1000 changed features (64 KB of names) in one atomic step,
which is one change in the history; more in several such steps. All changes of an import have a common id, with
which undo reverts them. Lists that the file does not name are kept, unless --prune is given. The whole file is
checked first: if it has a problem, nothing is written. Each step of an interrupted import is made and recorded,
or not; run it again to complete it.

Examples:
  feature-control import blocklists.yaml --dry-run
  feature-control import blocklists.yaml --check || echo "Redis differs, or the check failed"
  feature-control import blocklists.yaml --reason "season 3"`;

/** Adds `feature-control import <path>`, which replaces lists with those of a file. */
export function addImportCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('import')
    .description('Replaces blocklists with those of a YAML file.')
    .argument('<path>', 'a file in the format of export; - for standard input')
    .option('--dry-run', 'show the changes, and write nothing')
    .option('--check', 'like --dry-run, and end with exit code 3 if Redis differs from the file')
    .option('--prune', 'empty the lists that the file does not name');
  addAuthorOptions(command)
    .addHelpText('after', EXPLANATION)
    .action(async (path: string, { check = false, ...given }: ImportOptions) => {
      const options = { ...given, dryRun: check || given.dryRun === true };
      const author = authorOf(context, options);
      const lists = parseBlocklists(await readYamlFile(path));
      const connect = options.dryRun ? withRedis : withRedisForWrites;
      const changed = await connect(context, (connected) =>
        importLists(connected, { lists, author, options }),
      );
      if (check && changed > 0) throw new CommandError('Redis differs from the file.', EXIT.differs);
    });
}

interface ImportRequest {
  readonly lists: readonly NamedList[];
  readonly author: ChangeAuthor;
  readonly options: ImportOptions;
}

/** @returns the number of lists that were not as in the file */
async function importLists(
  connected: ConnectedContext,
  { author, lists, options }: ImportRequest,
): Promise<number> {
  const { err } = connected;
  const { dryRun = false, json = false, prune = false } = options;
  const nowMs = await connected.redisNow();
  const wanted = prune ? [...lists, ...(await emptyOthers(connected, lists))] : lists;
  // The common id of the changes, for `undo`.
  const batch = dryRun ? undefined : randomBytes(6).toString('hex');
  const changed: ImportedList[] = [];
  for (const each of wanted) {
    warnOfEnded(connected, each, nowMs);
    const imported = await replaceList(connected, each, { ...author, batch }, dryRun);
    if (imported.changes.length === 0) continue;
    changed.push(imported);
    if (!json) print(connected, imported, dryRun);
  }
  const unchanged = wanted.length - changed.length;
  if (json) {
    const edits = changed.map(({ changes, id, list }) => ({
      id,
      list: formatBlocklistName(list),
      changes: changes.map(toFeatureChangeBody),
    }));
    printJson(connected, { applied: !dryRun, batch, edits, unchanged });
  } else {
    err(`${count(changed.length, 'list')} ${dryRun ? 'would change' : 'changed'}, ${unchanged} unchanged.`);
    if (changed.length > 0)
      err(
        batch === undefined
          ? 'This was a dry run, and nothing was written.'
          : `To revert all of it: feature-control undo ${batch}`,
      );
  }
  await warnOfLaterUnblocking(connected, changed);
  return changed.length;
}

/** Returns the stored lists that the file does not name, with no features. */
async function emptyOthers(
  connected: ConnectedContext,
  lists: readonly NamedList[],
): Promise<readonly NamedList[]> {
  const named = new Set(lists.map(([list]) => formatBlocklistName(list)));
  const others = (await namesOfLists(connected)).filter((list) => !named.has(formatBlocklistName(list)));
  return others.flatMap((list) => {
    const problem = listProblem(list, false);
    if (problem === undefined) return [[list, NO_CONTENTS] as const];
    connected.err(`${formatBlocklistName(list)} is kept: ${problem}`, 'yellow');
    return [];
  });
}

/** Warns about timed blocks of the file that have ended since it was written. */
function warnOfEnded({ err }: CommandContext, [list, contents]: NamedList, nowMs: number): void {
  const ended = [...contents.values()].filter(({ untilMs = Infinity }) => untilMs <= nowMs).length;
  if (ended === 0) return;
  const blocks = count(ended, 'timed block');
  const have = ended === 1 ? 'has' : 'have';
  err(`${formatBlocklistName(list)}: skipped ${blocks} that ${have} already ended.`, 'yellow');
}

function print({ out }: CommandContext, { changes, list, size }: ImportedList, isDryRun: boolean): void {
  const name = formatBlocklistName(list);
  const lines = linesOf(changes);
  const added = lines.filter(({ sign }) => sign === '+').length;
  if (!isDryRun) {
    const removed = lines.length - added;
    out(`${name}: ${added} added, ${removed} removed, ${count(size, 'feature')} now.`, 'green');
    return;
  }
  out(`--- ${name}`, 'bold');
  for (const { sign, text } of lines) out(`${sign} ${text}`, sign === '+' ? 'green' : 'red');
}

/** Returns the lines that show a difference, ordered by feature. */
function linesOf(
  changes: readonly FeatureChange[],
): readonly { readonly sign: '+' | '-'; readonly text: string }[] {
  return changes.flatMap(({ feature, before, after }) => {
    const endsAlike = before.untilMs === after.untilMs;
    const lineOf = (sign: '+' | '-', { untilMs }: EntryState) =>
      untilMs === undefined || endsAlike ? [] : [{ sign, text: `${feature}  until ${formatTime(untilMs)}` }];
    const sign = after.permanent ? '+' : '-';
    const permanent = before.permanent === after.permanent ? [] : [{ sign, text: feature } as const];
    return [...permanent, ...lineOf('-', before), ...lineOf('+', after)];
  });
}
