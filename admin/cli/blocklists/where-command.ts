import type { Command } from 'commander';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { nearestName } from '../../../shared/nearest-name.ts';
import { toStateBody } from '../../../shared/rest/blocklist-bodies.ts';
import type { CommandContext } from '../command-context.ts';
import { withRedis } from '../connected-context.ts';
import { formatEnd, printJson, printTable } from '../output.ts';
import type { JsonOption } from '../output.ts';
import { readKnownNames } from './known-names.ts';
import { readAllLists } from './read-lists.ts';

/** Adds `feature-control where <feature>`, which shows the lists that block a feature. */
export function addWhereCommand(program: Command, context: CommandContext): void {
  program
    .command('where')
    .description('Shows all lists that block a feature, and until when.')
    .argument('<feature>', 'the name of the feature, case-sensitive')
    .option('--json', 'print JSON, for programs')
    .addHelpText('after', '\nExample:\n  feature-control where fly')
    .action(async (feature: string, { json = false }: JsonOption) => {
      const { known, read } = await withRedis(context, async (connected) => ({
        read: await readAllLists(connected),
        known: await readKnownNames(connected),
      }));
      const entries = read.flatMap(([list, contents]) => {
        const state = contents.get(feature);
        return state === undefined ? [] : [{ list: formatBlocklistName(list), state }];
      });
      if (json) {
        const body = entries.map(({ list, state }) => ({ list, feature, ...toStateBody(state) }));
        printJson(context, { entries: body });
      } else if (entries.length === 0) {
        context.err(`No list blocks ${feature}.`);
        const nearest = nearestName(feature, [
          ...known.features,
          ...read.flatMap(([, contents]) => [...contents.keys()]),
        ]);
        if (nearest !== undefined) context.err(`Did you mean ${nearest}?`, 'yellow');
      } else {
        const rows = entries.map(({ list, state }) => [list, formatEnd(state)]);
        printTable(context, [['list', 'until'], ...rows]);
      }
    });
}
