import { Option } from 'commander';
import type { Command } from 'commander';
import { quote } from '../../shared/quote.ts';
import type { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { validators } from '../../shared/rest/validators.js';
import { withRedis } from './command-context.ts';
import type { CommandContext } from './command-context.ts';
import { copyRecords } from './copy-records.ts';
import type { CopyReport, CopyTask } from './copy-records.ts';
import { count, printJson, printTable } from './output.ts';
import { orWriteFailure } from './write-failure.ts';

/** Adds `feature-control migrate`, which copies records from version 1 to version 2 of the keys. */
export function addMigrateCommand(program: Command, context: CommandContext): void {
  program
    .command('migrate')
    .summary('Copies servers, events and votings to version 2 of the keys in Redis.')
    .description(
      'Copies servers, events and votings from version 1 of the keys in Redis (a hash for each kind) to version 2 (a key for each record).\n' +
        'Without --apply it prints what it would copy, and writes nothing. It never overwrites a key, ' +
        'and does not change the hashes.',
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
    for (const task of tasksOf(keys)) {
      const copying = copyRecords(redis, task, isDryRun);
      reports.push(await (isDryRun ? copying : orWriteFailure(copying)));
    }
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

/** Prints the summary to standard output, and remarks on it to standard error. */
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
  const noHash = isNoHash ? [`${quote(hash)} is not a hash, so nothing is copied from it.`] : [];
  const notServed = invalid.map(
    ({ id, reason }) => `${quote(keyPrefix + id)} is copied unchanged, but will not be served: ${reason}`,
  );
  const notOverwritten = kept.map(
    (key) => `${quote(key)} already exists with another value, and is not overwritten.`,
  );
  return [...noHash, ...shorten(notServed), ...shorten(notOverwritten)];
}

/** Maximum number of lines about single records of one kind; further ones are only counted. */
const MAX_LINES = 20;

function shorten(lines: readonly string[]): readonly string[] {
  if (lines.length <= MAX_LINES) return lines;
  return [
    ...lines.slice(0, MAX_LINES),
    `… and ${lines.length - MAX_LINES} more of this kind (--json lists all).`,
  ];
}

function conclusion(reports: readonly CopyReport[], isDryRun: boolean): string {
  const copied = reports.reduce((sum, report) => sum + report.copied, 0);
  const kept = reports.reduce((sum, report) => sum + report.kept.length, 0);
  const found = reports.filter(({ records }) => records > 0).map(({ hash }) => hash);
  if (found.length === 0) return 'There are no records of version 1.';
  const leftovers =
    `Sidecars of version 2 do not read ${found.join(', ')}: ` +
    'delete them once no sidecar of version 1 runs.';
  if (copied > 0 && isDryRun)
    return 'This was a dry run, and nothing was written. Run it again with --apply.';
  const nothing = kept > 0 ? 'Nothing was copied.' : 'All records are copied already.';
  const result = copied > 0 ? `Copied ${copied} records.` : nothing;
  // The values in version 1 of kept records are lost with the hashes.
  const comparison = kept > 0 ? `Not copied: ${count(kept, 'record')}. Compare them first. ` : '';
  return `${result} ${comparison}${leftovers}`;
}
