import type { Command } from 'commander';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { withRedis } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';
import { formatTime, printJson, printTable } from '../output.ts';
import { addListOptions, describeList, listOf } from './list-options.ts';
import type { ListOptions } from './list-options.ts';
import { readList, warnOfRejected } from './read-lists.ts';

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
      const stored = await withRedis(context, async (store) => readList(store, list, await store.now()));
      warnOfRejected(context, stored);
      const { blocked, until } = stored;
      const inSet = new Set(blocked);
      // A feature of the set is blocked permanently, whatever end the timed set has for it.
      const timed = [...until].filter(([feature]) => !inSet.has(feature));
      const features = [
        ...blocked.map((feature) => ({ feature, until: null })),
        ...timed.map(([feature, untilMs]) => ({ feature, until: untilMs })),
      ].sort((a, b) => (a.feature < b.feature ? -1 : 1));
      if (json) printJson(context, { list: formatBlocklistName(list), features });
      else if (features.length === 0) context.err(`Nothing is blocked ${describeList(list)}.`);
      else {
        const rows = features.map((entry) => [
          entry.feature,
          entry.until === null ? '' : formatTime(entry.until),
        ]);
        printTable(context, [['feature', 'until'], ...rows]);
      }
    });
}
