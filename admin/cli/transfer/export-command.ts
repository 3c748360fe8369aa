import type { Command } from 'commander';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { toFeaturesBody } from '../../../shared/rest/blocklist-bodies.ts';
import { readAllLists } from '../blocklists/read-lists.ts';
import type { CommandContext } from '../command-context.ts';
import { withRedis } from '../connected-context.ts';
import type { ConnectedContext } from '../connected-context.ts';
import { count, printJson } from '../output.ts';
import type { JsonOption } from '../output.ts';
import { headerLines, listLines } from './blocklist-yaml.ts';

const EXPLANATION = `
The file goes to standard output. The lists are read one after the other, so it may or may not contain edits that
are made during the export. With --json, each list is one line of JSON.

Example:
  feature-control export > blocklists.new.yaml && mv blocklists.new.yaml blocklists.yaml`;

/** Adds `feature-control export`, which prints all lists as YAML. */
export function addExportCommand(program: Command, context: CommandContext): void {
  program
    .command('export')
    .description('Prints all blocklists as YAML, for import.')
    .option('--json', 'print one line of JSON for each list, for programs')
    .addHelpText('after', EXPLANATION)
    .action(({ json = false }: JsonOption) => withRedis(context, (connected) => exportAll(connected, json)));
}

async function exportAll(connected: ConnectedContext, json: boolean): Promise<void> {
  if (!json) for (const line of headerLines(connected.nowMs())) connected.out(line);
  const exported = { lists: 0, features: 0 };
  for (const [list, contents] of await readAllLists(connected)) {
    exported.lists += 1;
    exported.features += contents.size;
    if (json) printJson(connected, { list: formatBlocklistName(list), features: toFeaturesBody(contents) });
    else for (const line of listLines([list, contents])) connected.out(line);
  }
  if (connected.isOutputLost?.() === true) return;
  connected.err(`Exported ${count(exported.lists, 'list')} with ${count(exported.features, 'feature')}.`);
}
