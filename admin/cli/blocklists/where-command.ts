import type { Command } from 'commander';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { withRedis } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';
import { formatTime, printJson, printTable } from '../output.ts';
import { readAllLists } from './read-lists.ts';

/** Adds `feature-control where <feature>`, which shows the lists that block a feature. */
export function addWhereCommand(program: Command, context: CommandContext): void {
  program
    .command('where')
    .description('Shows all lists that block a feature, and until when.')
    .argument('<feature>', 'the name of the feature, case-sensitive')
    .option('--json', 'print JSON, for programs')
    .addHelpText('after', '\nExample:\n  feature-control where fly')
    .action(async (feature: string, { json = false }: { readonly json?: boolean }) => {
      const read = await withRedis(context, (store) => readAllLists(context, store));
      const lists = read.flatMap(({ list, blocked, until }) => {
        const untilMs = blocked.includes(feature) ? null : until.get(feature);
        return untilMs === undefined ? [] : [{ list: formatBlocklistName(list), until: untilMs }];
      });
      if (json) printJson(context, { feature, lists });
      else if (lists.length === 0) context.err(`No list blocks ${feature}.`);
      else {
        const rows = lists.map(({ list, until }) => [list, until === null ? '' : formatTime(until)]);
        printTable(context, [['list', 'until'], ...rows]);
      }
    });
}
