import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { CHANGE_SOURCES } from '../../../../shared/feature-control/blocklist-editor.ts';
import type { BlocklistChange, ChangeSource } from '../../../../shared/feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../../../../shared/feature-control/blocklist-name.ts';
import { withRedis } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';
import { formatTime, printJson, printTable } from '../output.ts';
import { createEditor } from './create-editor.ts';
import { changeToJson, describeChange, describeFeatures } from './describe-change.ts';
import { addListOptions, listOf } from './list-options.ts';
import type { ListOptions } from './list-options.ts';

interface HistoryOptions extends ListOptions {
  readonly feature?: string;
  readonly actor?: string;
  readonly source?: ChangeSource;
  readonly global?: boolean;
  readonly before?: string;
  readonly most: number;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  feature-control history
  feature-control history --feature fly --most 5
  feature-control history --client my-mod --json`;

/** `feature-control history`: who has changed what, when and why, the newest first. */
export function addHistoryCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('history')
    .description('Shows who has changed what in the blocklists, when and why, the newest first.')
    .option('--feature <feature>', 'changes of this feature alone')
    .option('--global', 'changes of the list for every client alone');
  addListOptions(command, 'changes of')
    .option('--actor <name>', 'changes by this one alone')
    .addOption(new Option('--source <source>', 'changes by this means alone').choices(CHANGE_SOURCES))
    .option('--most <number>', 'how many', parseMost, 20)
    .option('--before <page>', 'the next page, as the one before has named it', parsePage)
    .option('--json', 'print JSON, for programs')
    .addHelpText('after', EXAMPLES)
    .action(async ({ json = false, global = false, client, server, ...query }: HistoryOptions) => {
      const options = {
        ...(client === undefined ? {} : { client }),
        ...(server === undefined ? {} : { server }),
      };
      const isOne = global || client !== undefined || server !== undefined;
      const list = isOne ? listOf(options) : undefined;
      const { changes, next } = await withRedis(context, async (redis, keys) =>
        createEditor(context, redis, keys).history({ ...query, list }),
      );
      if (json) printJson(context, { changes: changes.map(changeToJson), next: next ?? null });
      else if (changes.length === 0) context.err('No change is recorded.');
      else {
        printTable(context, [HEADINGS, ...changes.map(toRow)]);
        if (next !== undefined) context.err(`More: --before ${next}`, 'grey');
      }
    });
}

function parseMost(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a whole number from 1 to 9999.');
}

function parsePage(text: string): string {
  if (/^\d{1,16}-\d{1,20}@./.test(text)) return text;
  throw new InvalidArgumentError('Take it from the last line of the page before, behind "More: --before".');
}

const HEADINGS = ['time', 'id', 'list', 'feature', 'change', 'by', 'with', 'reason'];

function toRow(change: BlocklistChange): string[] {
  const { id, atMs, list, actor, source, reason, undoes } = change;
  const why = [
    ...(undoes === undefined ? [] : [`undoes ${undoes}`]),
    ...(reason === undefined ? [] : [reason]),
  ];
  const what = [formatTime(atMs, 'second'), id, formatBlocklistName(list)];
  return [...what, describeFeatures(change), describeChange(change), actor, source, why.join(': ')];
}
