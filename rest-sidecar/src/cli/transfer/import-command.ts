import type { Command } from 'commander';
import { formatBlocklistName, GLOBAL_LIST } from '../../../../shared/feature-control/blocklist-name.ts';
import { findEditProblem } from '../../../../shared/feature-control/edit-problems.ts';
import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import type { RedisClient } from '../../redis/redis-client.ts';
import { resolveActor } from '../actor.ts';
import { redisNow } from '../blocklists/create-editor.ts';
import { namesOfLists } from '../blocklists/read-lists.ts';
import { withRedis } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';
import { Interrupted, UsageFailure } from '../failure.ts';
import { count, printJson } from '../output.ts';
import { readSource, refuseProblems } from '../yaml-source.ts';
import { linesOf } from './difference-lines.ts';
import { ListImport, MOST_FEATURES } from './import-lists.ts';
import type { PlannedList } from './import-lists.ts';
import { parseBlocklists } from './parse-blocklists.ts';
import type { WantedList } from './parse-blocklists.ts';

interface ImportOptions {
  readonly dryRun?: boolean;
  readonly prune?: boolean;
  readonly reason?: string;
  readonly as?: string;
  readonly json?: boolean;
}

const EXPLANATION = `
Each list of the file replaces the stored one, in one atomic step; lists that the file does not name stay, unless
--prune is given. The whole file is checked first: where anything is wrong in it, nothing is written. An import that
is ended leaves each list old or new; run it again to complete it. The history has one change for each list, which
undo reverts where it is of at most 1000 features.

Examples:
  feature-control import blocklists.yaml --dry-run
  feature-control import blocklists.yaml --reason "season 3"`;

/** `feature-control import <path>`: lists from a file of `export`. */
export function addImportCommand(program: Command, context: CommandContext): void {
  program
    .command('import')
    .description('Replaces blocklists by those of a YAML file.')
    .argument('<path>', 'a file as export prints it; - for standard input')
    .option('--dry-run', 'show what would change, and write nothing')
    .option('--prune', 'empty the lists that the file does not name')
    .option('--reason <text>', 'why, for the history')
    .option('--as <name>', 'who, for the history (default: FC_ACTOR, or the user and the machine)')
    .option('--json', 'print JSON, for programs')
    .addHelpText('after', EXPLANATION)
    .action(async (path: string, options: ImportOptions) => {
      const actor = resolveActor(context, options.as);
      const problem = reasonProblem(options.reason);
      if (problem !== undefined) throw new UsageFailure(problem);
      const text = await readSource(path);
      const { lists, problems } = parseBlocklists(text);
      refuseProblems(path, problems);
      refuseLongLists(path, lists);
      await withRedis(context, async (redis, keys) => {
        await importLists(context, { redis, keys, lists, actor, options });
      });
    });
}

function refuseLongLists(path: string, lists: readonly WantedList[]): void {
  for (const { list, blocked, until } of lists) {
    if (blocked.size + until.size <= MOST_FEATURES) continue;
    const name = formatBlocklistName(list);
    throw new UsageFailure(
      `${path}: ${name} has more than ${MOST_FEATURES} features, too many for one step: nothing was written`,
    );
  }
}

/** By the rule of single edits. */
function reasonProblem(reason: string | undefined): string | undefined {
  const found = findEditProblem({ list: GLOBAL_LIST, feature: 'x', reason, isBlocking: true });
  return found && `${found.field}: ${found.problem}`;
}

interface Importing {
  readonly redis: RedisClient;
  readonly keys: RedisKeys;
  readonly lists: readonly WantedList[];
  readonly actor: string;
  readonly options: ImportOptions;
}

async function importLists(context: CommandContext, importing: Importing): Promise<void> {
  const { redis, keys, actor, options } = importing;
  const nowMs = await redisNow(redis);
  const wanted = [...importing.lists, ...(options.prune === true ? await othersOf(importing) : [])];
  const author = { actor, source: 'command-line', reason: options.reason } as const;
  const lists = new ListImport(context, { redis, keys, author });
  const changed: PlannedList[] = [];
  for (const [index, each] of wanted.entries()) {
    if (context.interrupted?.aborted === true) {
      throw new Interrupted(`interrupted after ${index} of ${wanted.length} lists; each is old or new`);
    }
    if (wanted.length > TOLD) context.progress?.(`${index} of ${wanted.length} lists`);
    warnOfOver(context, each, nowMs);
    const planned = await lists.replace(each, options.dryRun === true);
    if (planned === undefined) continue;
    changed.push(planned);
    if (options.json !== true) print(context, planned, options.dryRun === true);
    await context.flushed?.();
  }
  conclude(context, { changed, same: wanted.length - changed.length, options });
}

/** Lists that are written in a moment need no progress. */
const TOLD = 20;

async function othersOf({ redis, keys, lists }: Importing): Promise<readonly WantedList[]> {
  const named = new Set(lists.map(({ list }) => formatBlocklistName(list)));
  const stored = await namesOfLists(redis, keys);
  const others = stored.filter((list) => !named.has(formatBlocklistName(list)));
  return others.map((list) => ({ list, blocked: new Set(), until: new Map() }));
}

/** A file may be older than the end of its timed blocks. */
function warnOfOver({ err }: CommandContext, { list, until }: WantedList, nowMs: number): void {
  const over = [...until.values()].filter((untilMs) => untilMs <= nowMs).length;
  if (over === 0) return;
  err(`${formatBlocklistName(list)}: left out ${count(over, 'timed block')} that ended already.`, 'yellow');
}

function print({ out }: CommandContext, { wanted, difference }: PlannedList, isDryRun: boolean): void {
  const name = formatBlocklistName(wanted.list);
  const lines = linesOf(difference);
  const added = lines.filter(({ sign }) => sign === '+').length;
  const size = wanted.blocked.size + wanted.until.size;
  if (!isDryRun) {
    out(`${name}: ${added} added, ${lines.length - added} removed, ${count(size, 'feature')} now.`, 'green');
    return;
  }
  out(`--- ${name}`, 'bold');
  for (const { sign, text } of lines) out(`${sign} ${text}`, sign === '+' ? 'green' : 'red');
}

interface Conclusion {
  readonly changed: readonly PlannedList[];
  readonly same: number;
  readonly options: ImportOptions;
}

function conclude(context: CommandContext, { changed, same, options }: Conclusion): void {
  const { json = false, dryRun = false } = options;
  if (json) {
    const lists = changed.map(({ wanted, difference, id }) => ({
      list: formatBlocklistName(wanted.list),
      ...linesToJson(difference),
      ...(id === undefined ? {} : { id }),
    }));
    printJson(context, { applied: !dryRun, lists, unchanged: same });
    return;
  }
  const what = dryRun ? 'would change' : 'changed';
  context.err(`${count(changed.length, 'list')} ${what}, ${same} as before.`);
  if (dryRun && changed.length > 0) context.err('This was a dry run, and nothing was written.');
}

function linesToJson(difference: PlannedList['difference']) {
  const lines = linesOf(difference);
  return {
    added: lines.filter(({ sign }) => sign === '+').map(({ text }) => text),
    removed: lines.filter(({ sign }) => sign === '-').map(({ text }) => text),
  };
}
