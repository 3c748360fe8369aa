import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { CHANGE_SOURCES } from '../../../shared/feature-control/blocklist-change.ts';
import type { BlocklistChange, ChangeSource } from '../../../shared/feature-control/blocklist-change.ts';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { describeEffects, describeFeatures } from '../../../shared/feature-control/describe-change.ts';
import { toChangeBody } from '../../../shared/rest/blocklist-bodies.ts';
import type { CommandContext } from '../command-context.ts';
import { withRedis } from '../connected-context.ts';
import { formatTime, printJson, printTable } from '../output.ts';
import type { JsonOption } from '../output.ts';
import { describeState } from './describe-change.ts';
import { addListOptions, listOf } from './list-options.ts';
import type { ListOptions } from './list-options.ts';

interface HistoryOptions extends ListOptions, JsonOption {
  readonly feature?: string;
  readonly actor?: string;
  readonly source?: ChangeSource;
  readonly global?: boolean;
  readonly most: number;
}

const EXAMPLES = `
Examples:
  feature-control history
  feature-control history --feature fly --most 5
  feature-control history --client my-mod --json`;

/** Adds `feature-control history`, which shows the changes of the blocklists, the newest first. */
export function addHistoryCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('history')
    .description('Shows the changes of the blocklists with time, actor and reason, the newest first.')
    .option('--feature <feature>', 'show only changes of this feature')
    .addOption(
      new Option('--global', 'show only changes of the list for every client').conflicts([
        'client',
        'server',
      ]),
    );
  addListOptions(command, 'show only changes of')
    .option('--actor <name>', 'show only changes by this actor')
    .addOption(new Option('--source <source>', 'show only changes made in this way').choices(CHANGE_SOURCES))
    .option('--most <number>', 'maximum number of changes', parseMost, 20)
    .option('--json', 'print JSON, for programs')
    .addHelpText('after', EXAMPLES)
    .action(async ({ json = false, global = false, most, ...options }: HistoryOptions) => {
      const isOneList = global || options.client !== undefined || options.server !== undefined;
      const query = { ...options, maxChanges: most, list: isOneList ? listOf(options) : undefined };
      const { changes } = await withRedis(context, ({ editor }) => editor.history(query));
      if (json) printJson(context, { changes: changes.map(toChangeBody) });
      else if (changes.length === 0) context.err('No changes are recorded.');
      else printTable(context, [HEADINGS, ...changes.map(toRow)]);
    });
}

function parseMost(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 to 9999.');
}

const HEADINGS = ['time', 'id', 'list', 'feature', 'change', 'by', 'with', 'reason'];

function toRow(change: BlocklistChange): string[] {
  const { id, actor, atMs, batch, changes, list, source, reason, undoes } = change;
  const why = [
    ...undoes.map((undone) => `undoes ${undone}`),
    ...(batch === undefined ? [] : [`part of ${batch}`]),
    ...(reason === undefined ? [] : [reason]),
  ];
  return [
    formatTime(atMs),
    id,
    formatBlocklistName(list),
    describeFeatures(change),
    describeEffects(changes, describeState),
    actor,
    source,
    why.join(': '),
  ];
}
