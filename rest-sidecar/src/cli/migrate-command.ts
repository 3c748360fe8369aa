import { Option } from 'commander';
import type { Command } from 'commander';
import { quote } from '../../../shared/quote.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { validators } from '../../../shared/rest/validators.js';
import { withRedis } from './command-context.ts';
import type { CommandContext } from './command-context.ts';
import { copyRecords } from './copy-records.ts';
import type { CopyReport, CopyTask } from './copy-records.ts';
import { printJson, printTable } from './output.ts';

/** `feature-control migrate`: from version 1 of the Redis contract to version 2. */
export function addMigrateCommand(program: Command, context: CommandContext): void {
  program
    .command('migrate')
    .summary('Copies servers, events and votings to version 2 of the Redis contract.')
    .description(
      'Copies servers, events and votings from version 1 of the Redis contract (a hash for each kind) to version 2 (a key for each record).\n' +
        'Without --apply it writes nothing, and prints what it would do. It never overwrites a key, ' +
        'and leaves the hashes as they are.',
    )
    .option('--apply', 'write the records')
    .addOption(new Option('--dry-run', 'write nothing (default)').conflicts('apply'))
    .option('--json', 'print JSON, for programs')
    .addHelpText('after', '\nExamples:\n  feature-control migrate\n  feature-control migrate --apply')
    .action(async ({ apply = false, json = false }: { apply?: boolean; json?: boolean }) => {
      const reports = await copyAll(context, !apply);
      if (json) printJson(context, { applied: apply, kinds: reports });
      else printReports(context, reports, !apply);
    });
}

async function copyAll(context: CommandContext, isDryRun: boolean): Promise<CopyReport[]> {
  return await withRedis(context, async (redis, keys) => {
    const reports: CopyReport[] = [];
    for (const task of tasksOf(keys)) reports.push(await copyRecords(redis, task, isDryRun));
    return reports;
  });
}

function tasksOf({ version1, servers, events, votings }: RedisKeys): CopyTask[] {
  return [
    { kind: 'servers', hash: version1.servers, keyPrefix: servers, validate: validators.storedServer },
    { kind: 'events', hash: version1.events, keyPrefix: events, validate: validators.storedEvent },
    { kind: 'votings', hash: version1.votings, keyPrefix: votings, validate: validators.storedVoting },
  ];
}

/** The summary goes to standard output, all that is to be said about it to standard error. */
function printReports(context: CommandContext, reports: readonly CopyReport[], isDryRun: boolean): void {
  const headings = ['from', 'to', 'records', isDryRun ? 'to copy' : 'copied', 'same', 'kept', 'invalid'];
  printTable(context, [headings, ...reports.map(toRow)]);
  for (const line of reports.flatMap(remarksOn)) context.err(line);
  context.err(conclusion(reports, isDryRun));
}

function toRow({ hash, keyPrefix, records, copied, same, kept, invalid }: CopyReport): string[] {
  const counts = [records, copied, same, kept.length, invalid.length];
  return [hash, `${keyPrefix}<id>`, ...counts.map(String)];
}

function remarksOn({ hash, keyPrefix, kept, invalid, isNoHash }: CopyReport): string[] {
  const another = isNoHash ? [`${quote(hash)} holds no hash, so nothing of it is copied.`] : [];
  const notServed = invalid.map(
    ({ id, reason }) => `${quote(keyPrefix + id)} is copied as it is, but will not be served: ${reason}`,
  );
  const keptOnes = kept.map((key) => `${quote(key)} is there already with another value, and keeps it.`);
  return [...another, ...shorten(notServed), ...shorten(keptOnes)];
}

/** Lines about single records of one kind, before the others are only counted. */
const MOST_LINES = 20;

function shorten(lines: readonly string[]): readonly string[] {
  if (lines.length <= MOST_LINES) return lines;
  return [
    ...lines.slice(0, MOST_LINES),
    `… and ${lines.length - MOST_LINES} more like that (--json names all).`,
  ];
}

function conclusion(reports: readonly CopyReport[], isDryRun: boolean): string {
  const copied = reports.reduce((sum, report) => sum + report.copied, 0);
  const found = reports.filter(({ records }) => records > 0).map(({ hash }) => hash);
  if (found.length === 0) return 'There is nothing of version 1.';
  const left = `No sidecar of version 2 reads ${found.join(', ')}: delete them once none of version 1 runs.`;
  if (copied === 0) return `Everything is copied already. ${left}`;
  if (isDryRun) return 'This was a dry run, and nothing was written. Run it again with --apply.';
  return `Copied ${copied} records. ${left}`;
}
