import { Option } from 'commander';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../command-error.ts';
import { withRedisForWrites } from '../connected-context.ts';
import { didYouMean } from '../did-you-mean.ts';
import { printJson } from '../output.ts';
import type { JsonOption } from '../output.ts';
import { parseDurationOrDate } from '../times.ts';
import type { TypedTime } from '../times.ts';
import { readYamlFile } from '../yaml-file.ts';
import { parseDataFile } from './parse-data-file.ts';
import { neverActive, planRecord } from './planned-record.ts';
import type { PlannedRecord } from './planned-record.ts';
import { PUBLISHED_TYPES } from './published-types.ts';
import type { PublishedType } from './published-types.ts';
import { addRecordOptions, recordOf } from './record-options.ts';
import type { RecordOptions } from './record-options.ts';
import { writeRecord } from './write-record.ts';
import type { WrittenRecord } from './write-record.ts';

interface PublishOptions extends JsonOption {
  readonly file?: string;
  readonly expires?: TypedTime;
}

const EXAMPLES: Readonly<Record<PublishedType['name'], string>> = {
  server: 'feature-control publish server lobby --display-name Lobby',
  event: 'feature-control publish event double-coins --server lobby --name "Double coins" --expires 1h',
  voting:
    'feature-control publish voting next-map --server lobby --title "Which map?" --candidate ice=Ice --candidate sand=Sand',
  trade: 'feature-control publish trade --rate 12.5',
};

/** Adds `feature-control publish …`, which writes what the sidecar serves. */
export function addPublishCommand(program: Command, context: CommandContext): void {
  const examples = [...Object.values(EXAMPLES), 'feature-control publish --file data.yaml'];
  const publish = program
    .command('publish')
    .summary('Writes servers, events, votings and trades, which the sidecar serves.')
    .description('Writes servers, events, votings and trades, which the sidecar serves within 100 ms.')
    .option('--file <path>', 'publish all records of a YAML file; - for standard input')
    .addOption(expiresOption())
    .option('--json', 'print JSON, for programs')
    .addHelpText('after', `\nExamples:\n  ${examples.join('\n  ')}`)
    .allowExcessArguments()
    .action(async (options: PublishOptions, { args: [type] }: Command) => {
      const names = PUBLISHED_TYPES.map(({ name }) => name);
      if (type !== undefined)
        throw new UsageError(`unknown type of record ${type}: ${didYouMean(type, names, 'the types')}`);
      if (options.file === undefined)
        throw new UsageError('name a type of record or a --file: see publish --help');
      await publishRecords(context, parseDataFile(await readYamlFile(options.file)), options);
    });
  for (const type of PUBLISHED_TYPES) addType(publish, type, context);
}

function expiresOption(): Option {
  const description = 'when the records expire, a duration such as 12h, or a date';
  return new Option('--expires <time>', description).argParser(parseDurationOrDate);
}

function addType(publish: Command, type: PublishedType, context: CommandContext): void {
  const { name, prefixOf } = type;
  const command = publish.command(name).description(`Writes ${name === 'event' ? 'an' : 'a'} ${name}.`);
  if (prefixOf !== undefined) command.argument('<id>', `the identifier of the ${name}`);
  addRecordOptions(command, type);
  if (prefixOf !== undefined) command.addOption(expiresOption());
  command
    .option('--json', 'print JSON, for programs')
    .addHelpText('after', `\nExample:\n  ${EXAMPLES[name]}`)
    .action(async () => {
      const [id = ''] = command.args;
      // Commander gives the options of `publish` to it, even if they follow the name of the type.
      const options = command.optsWithGlobals<RecordOptions & PublishOptions>();
      if (options.file !== undefined) throw new UsageError(`--file cannot be used with publish ${name}`);
      if (prefixOf === undefined && options.expires !== undefined)
        throw new UsageError('--expires cannot be used with publish trade: trades do not expire');
      const record = recordOf(type, options, context.nowMs());
      const planned = planRecord(type, id, record, `${name} ${id}`.trimEnd());
      if (!('type' in planned)) throw new UsageError(planned.problem);
      await publishRecords(context, [planned], options);
    });
}

async function publishRecords(
  context: CommandContext,
  records: readonly PlannedRecord[],
  { expires, json = false }: PublishOptions,
): Promise<void> {
  for (const record of records) {
    const warning = neverActive(record, context.nowMs());
    if (warning !== undefined) context.err(warning, 'yellow');
  }
  const written: WrittenRecord[] = [];
  await withRedisForWrites(context, async (connected) => {
    const nowMs = await connected.redisNow();
    const expiryMs = expires === undefined ? undefined : expires(nowMs) - nowMs;
    for (const planned of records) {
      const record = await writeRecord(planned, connected, expiryMs);
      written.push(record);
      const { type, id, outcome } = record;
      if (!json) context.out(type === 'trade' ? 'Added a trade.' : `The ${type} ${id}: ${outcome}.`, 'green');
    }
  });
  if (json) printJson(context, { published: written });
}
