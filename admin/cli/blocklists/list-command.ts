import type { Command } from 'commander';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { rightServerName } from '../../../shared/feature-control/edit-problems.ts';
import type { ListContents } from '../../../shared/feature-control/list-contents.ts';
import { readCauses } from '../../../shared/feature-control/read-causes.ts';
import { toFeaturesBody } from '../../../shared/rest/blocklist-bodies.ts';
import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../command-error.ts';
import { withRedis } from '../connected-context.ts';
import type { ConnectedContext } from '../connected-context.ts';
import { compareNames, count, formatEnd, printJson, printTable } from '../output.ts';
import type { JsonOption } from '../output.ts';
import { warnOfUnknown } from './known-names.ts';
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
    .action(async ({ json = false, ...options }: ListOptions & JsonOption) => {
      const [name] = command.args;
      if (name !== undefined)
        throw new UsageError(`list takes no name: did you mean --client ${name} or --server ${name}?`);
      const list = listOf(options);
      await withRedis(context, async (connected) => {
        const contents = await readContents(connected, list, await connected.redisNow());
        if (json) {
          const features = toFeaturesBody(new Map([...contents].sort(byName)));
          printJson(context, { list: formatBlocklistName(list), features });
          return;
        }
        if (contents.size > 0) await printList(connected, list, contents);
        else await explainEmpty(connected, list);
        if (list.type === 'global') await nameOthers(connected);
      });
    });
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return compareNames(one, other);
}

/** Changes that are searched for those that have led to the entries. */
const MAX_CHANGES = 10_000;

async function printList(
  connected: ConnectedContext,
  list: BlocklistName,
  contents: ListContents,
): Promise<void> {
  const changes = await readCauses(connected.editor, list, contents, MAX_CHANGES);
  const rows = [...contents].sort(byName).map(([feature, state]) => {
    const { actor = '', reason = '' } = changes.get(feature) ?? {};
    return [feature, formatEnd(state), actor, reason];
  });
  printTable(connected, [['feature', 'until', 'by', 'reason'], ...rows]);
}

/** Prints that a list is empty, and the name that was probably meant. */
async function explainEmpty(connected: ConnectedContext, list: BlocklistName): Promise<void> {
  connected.err(`Nothing is blocked ${describeList(list)}.`);
  if (list.type === 'client') await warnOfUnknown(connected, { features: [], client: list.name });
  const server = rightServerName(list, await connected.serverNames());
  if (server !== undefined) connected.err(`The proxies call this server ${server}.`, 'yellow');
}

/** Other lists that are named. */
const MAX_NAMED = 10;

/** Names the lists of mods and game servers. */
async function nameOthers(connected: ConnectedContext): Promise<void> {
  const names = (await namesOfLists(connected)).map(formatBlocklistName).filter((name) => name !== 'global');
  if (names.length === 0) return;
  const named = names.sort(compareNames).slice(0, MAX_NAMED).join(', ');
  const more = names.length > MAX_NAMED ? ', …' : '';
  connected.err(`${count(names.length, 'more list')}: ${named}${more} (see --client and --server)`, 'grey');
}
