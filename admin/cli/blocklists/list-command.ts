import type { Command } from 'commander';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { rightServerName } from '../../../shared/feature-control/edit-problems.ts';
import type { ListContents } from '../../../shared/feature-control/list-contents.ts';
import { readCauses } from '../../../shared/feature-control/read-causes.ts';
import { toFeaturesBody } from '../../../shared/rest/blocklist-bodies.ts';
import type { CommandConnection } from '../command-connection.ts';
import { withRedis } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../command-error.ts';
import { compareNames, count, formatEnd, printJson, printTable } from '../output.ts';
import { readKnownNames, warnOfUnknown } from './known-names.ts';
import { addListOptions, describeList, listOf } from './list-options.ts';
import type { ListOptions } from './list-options.ts';
import { namesOfLists, readContents } from './read-lists.ts';

/** Adds `feature-control list`, which shows the features of one list, and who has blocked them and why. */
export function addListCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('list')
    .description('Shows the features that are blocked for every client, or for one mod or game server.')
    .allowExcessArguments();
  addListOptions(command, 'show')
    .option('--json', 'print JSON, for programs')
    .addHelpText(
      'after',
      '\nExamples:\n  feature-control list\n  feature-control list --client my-mod --json',
    )
    .action(async ({ json = false, ...options }: ListOptions & { readonly json?: boolean }) => {
      const [name] = command.args;
      if (name !== undefined)
        throw new UsageError(`list takes no name: did you mean --client ${name} or --server ${name}?`);
      const list = listOf(options);
      await withRedis(context, async (connection) => {
        const contents = await readContents(context, connection, list, await connection.now());
        if (json) {
          const features = toFeaturesBody(new Map([...contents].sort(byName)));
          printJson(context, { list: formatBlocklistName(list), features });
          return;
        }
        if (contents.size > 0) await printList(context, connection, list, contents);
        else await explainEmpty(context, connection, list);
        if (list.type === 'global') await nameOthers(context, connection);
      });
    });
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return compareNames(one, other);
}

/** Changes that are searched for those that have led to the entries. */
const MAX_CHANGES = 10_000;

async function printList(
  context: CommandContext,
  connection: CommandConnection,
  list: BlocklistName,
  contents: ListContents,
): Promise<void> {
  const changes = await readCauses(connection.editor, list, contents, MAX_CHANGES);
  const rows = [...contents].sort(byName).map(([feature, state]) => {
    const { actor = '', reason = '' } = changes.get(feature) ?? {};
    return [feature, formatEnd(state), actor, reason];
  });
  printTable(context, [['feature', 'until', 'by', 'reason'], ...rows]);
}

/** Prints that a list is empty, and the name that was probably meant. */
async function explainEmpty(
  context: CommandContext,
  connection: CommandConnection,
  list: BlocklistName,
): Promise<void> {
  context.err(`Nothing is blocked ${describeList(list)}.`);
  if (list.type === 'client')
    warnOfUnknown(context, await readKnownNames(connection), { features: [], client: list.name });
  const server = rightServerName(list, await connection.serverNames());
  if (server !== undefined) context.err(`The proxies call this server ${server}.`, 'yellow');
}

/** Other lists that are named. */
const MAX_NAMED = 10;

/** Names the lists of mods and game servers. */
async function nameOthers({ err }: CommandContext, connection: CommandConnection): Promise<void> {
  const names = (await namesOfLists(connection)).map(formatBlocklistName).filter((name) => name !== 'global');
  if (names.length === 0) return;
  const named = names.sort(compareNames).slice(0, MAX_NAMED).join(', ');
  const more = names.length > MAX_NAMED ? ', …' : '';
  err(`${count(names.length, 'more list')}: ${named}${more} (see --client and --server)`, 'grey');
}
