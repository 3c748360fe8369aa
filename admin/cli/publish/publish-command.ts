import type { Command } from 'commander';
import { redisNow } from '../blocklists/create-editor.ts';
import { didYouMean } from '../did-you-mean.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { RedisClient } from '../../../node/redis/redis-client.ts';
import { withRedisForWrites } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';
import { UsageFailure } from '../failure.ts';
import { count, printJson } from '../output.ts';
import { quoteForShell } from '../quote-for-shell.ts';
import { assertExpiryFormat, resolveExpiry } from '../times.ts';
import { assertNoProblems, readSource } from '../yaml-source.ts';
import { parseDataFile } from './parse-data-file.ts';
import { neverActive, planRecord } from './planned-record.ts';
import type { PlannedRecord } from './planned-record.ts';
import { addRecordFlags, recordOf } from './record-flags.ts';
import type { RecordFlags } from './record-flags.ts';
import { RECORD_KINDS } from './record-kinds.ts';
import type { RecordKind } from './record-kinds.ts';
import { addUnpublishCommand } from './unpublish-command.ts';
import { addVoteCommand } from './vote-command.ts';
import { writeRecords } from './write-records.ts';
import type { WrittenRecord } from './write-records.ts';

interface PublishOptions {
  readonly expires?: string;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  feature-control publish server lobby --display-name Lobby
  feature-control publish event double-coins --server lobby --name "Double coins" --expires 1h
  feature-control publish voting next-map --server lobby --title "Which map?" --candidate ice=Ice --candidate sand=Sand
  feature-control publish trade --rate 12.5
  feature-control publish --file data.yaml`;

/** Adds `feature-control publish …`, `unpublish …` and `vote …`, which write what the sidecar serves. */
export function addPublishCommands(program: Command, context: CommandContext): void {
  const publish = program
    .command('publish')
    .summary('Writes servers, events, votings and trades, which the sidecar serves.')
    .description('Writes servers, events, votings and trades, which the sidecar serves within 100 ms.')
    .option('--file <path>', 'publish all records of a YAML file; - for standard input')
    .option('--expires <time>', 'with --file: when the records expire, a duration such as 12h, or a date')
    .option('--json', 'print JSON, for programs')
    .addHelpText('after', EXAMPLES)
    .allowExcessArguments()
    .action(async ({ file, ...options }: PublishOptions & { file?: string }, { args: [kind] }: Command) => {
      if (kind !== undefined) throw new UsageFailure(describeUnknown(kind));
      if (file === undefined) throw new UsageFailure('name a kind of record or a --file: see publish --help');
      await publishFile(context, file, options);
    });
  for (const kind of RECORD_KINDS) addKind(publish, kind, context);
  addUnpublishCommand(program, context);
  addVoteCommand(program, context);
}

function addKind(publish: Command, kind: RecordKind, context: CommandContext): void {
  const { name } = kind;
  const command = publish.command(name).description(`Writes ${name === 'event' ? 'an' : 'a'} ${name}.`);
  const isTrade = kind.keyOf === undefined;
  if (!isTrade) command.argument('<id>', `the identifier of the ${name}`);
  addRecordFlags(command, kind);
  if (!isTrade) command.option('--expires <time>', 'when it expires, a duration such as 12h, or a date');
  command.addHelpText('after', `\nExample:\n${exampleOf(name)}`);
  command.option('--json', 'print JSON, for programs').action(async (...args: unknown[]) => {
    const id = isTrade ? '' : String(args[0]);
    // Commander gives the options of `publish` to it, even if they follow the name of the kind.
    const flags = command.optsWithGlobals<RecordFlags & PublishOptions & { readonly file?: string }>();
    refuseUnused(name, flags, isTrade);
    const given = recordOf(kind, flags, context.nowMs());
    const planned = planRecord(kind, id, given, isTrade ? name : `${name} ${id}`);
    if (!('kind' in planned)) throw new UsageFailure(planned.problem);
    await publishRecords(context, [planned], flags);
  });
}

/** Refuses options of `publish` that have no effect on a single record. @throws {UsageFailure} */
function refuseUnused(
  name: string,
  options: PublishOptions & { readonly file?: string },
  isTrade: boolean,
): void {
  if (options.file !== undefined) throw new UsageFailure(`--file cannot be used with publish ${name}`);
  if (isTrade && options.expires !== undefined)
    throw new UsageFailure('--expires cannot be used with publish trade: trades do not expire');
}

function describeUnknown(kind: string): string {
  const names = RECORD_KINDS.map(({ name }) => name);
  return `unknown kind of record ${kind}: ${didYouMean(kind, names, 'the kinds')}`;
}

function exampleOf(name: string): string {
  return EXAMPLES.split('\n').find((line) => line.includes(` publish ${name} `)) ?? '';
}

async function publishFile(context: CommandContext, path: string, options: PublishOptions): Promise<void> {
  const text = await readSource(path);
  const { records, problems } = parseDataFile(text);
  assertNoProblems(path, problems);
  await publishRecords(context, records, options);
}

async function publishRecords(
  context: CommandContext,
  records: readonly PlannedRecord[],
  { expires, json = false }: PublishOptions,
): Promise<void> {
  const nowMs = context.nowMs();
  assertExpiryFormat(expires);
  const notes = records.flatMap((record) => neverActive(record, nowMs) ?? []);
  for (const note of notes) context.err(note, 'yellow');
  const written: WrittenRecord[] = [];
  await withRedisForWrites(context, async (redis, keys) => {
    const expiryMs = expires === undefined ? undefined : resolveExpiry(expires, await redisNow(redis));
    for await (const record of writeRecords(records, { redis, keys, expiryMs }, context)) {
      written.push(record);
      if (!json && records.length <= 100) context.out(describe(record), 'green');
      if (await hasEarlierVotes(record, redis, keys)) context.err(describeVotes(record), 'yellow');
    }
  });
  if (json) printJson(context, { published: written });
  else if (records.length > 100) context.out(`Published ${count(written.length, 'record')}.`, 'green');
}

function describe({ kind, id, outcome }: WrittenRecord): string {
  return kind === 'trade' ? 'Added a trade.' : `The ${kind} ${id}: ${outcome}.`;
}

/**
 * Returns whether a new voting has votes already: those of an earlier one with its identifier. If Redis does
 * not answer, only the hint is missing: the voting is written.
 */
async function hasEarlierVotes(
  { kind, id, outcome }: WrittenRecord,
  redis: RedisClient,
  keys: RedisKeys,
): Promise<boolean> {
  if (kind !== 'voting' || outcome !== 'created') return false;
  return (await redis.pttl(keys.voteCountsOf(id)).catch(() => NO_KEY)) !== NO_KEY;
}

/** The reply to `PTTL` for a key that does not exist. */
const NO_KEY = -2;

function describeVotes({ id }: WrittenRecord): string {
  const command = `feature-control unpublish voting ${quoteForShell(id)}`;
  return `The voting ${id} starts with the votes of an earlier one. To start at 0, run ${command}, and publish it again.`;
}
