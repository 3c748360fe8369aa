import type { Command } from 'commander';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { toFeaturesBody } from '../../../shared/rest/blocklist-bodies.ts';
import { withRedis } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';
import { compareNames, formatEnd, printJson, printTable } from '../output.ts';
import { addListOptions, describeList, listOf } from './list-options.ts';
import type { ListOptions } from './list-options.ts';
import { readContents } from './read-lists.ts';

/** Adds `feature-control list`, which shows the features of one list, timed ones with their end. */
export function addListCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('list')
    .description('Shows the features that are blocked for every client, or for one mod or game server.');
  addListOptions(command, 'show')
    .option('--json', 'print JSON, for programs')
    .addHelpText(
      'after',
      '\nExamples:\n  feature-control list\n  feature-control list --client my-mod --json',
    )
    .action(async ({ json = false, ...options }: ListOptions & { readonly json?: boolean }) => {
      const list = listOf(options);
      const contents = await withRedis(
        context,
        async (store) => await readContents(context, store, list, await store.now()),
      );
      const entries = [...contents].sort(([one], [other]) => compareNames(one, other));
      if (json)
        printJson(context, { list: formatBlocklistName(list), features: toFeaturesBody(new Map(entries)) });
      else if (entries.length === 0) context.err(`Nothing is blocked ${describeList(list)}.`);
      else {
        const rows = entries.map(([feature, state]) => [feature, formatEnd(state)]);
        printTable(context, [['feature', 'until'], ...rows]);
      }
    });
}
