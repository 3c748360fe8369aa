import { quote } from '../../../../shared/quote.ts';
import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import { validators } from '../../../../shared/rest/validators.js';
import type { Surroundings } from '../surroundings.ts';
import { toTable } from '../table.ts';
import { withRedis } from '../with-redis.ts';
import { copyRecords } from './copy-records.ts';
import type { CopyReport, CopyTask } from './copy-records.ts';

export interface MigrateOptions {
  readonly isDryRun: boolean;
  readonly asJson: boolean;
}

/** Lines about single records of one kind, before the others are only counted. */
const MOST_LINES = 20;

/** Copies version 1 to version 2. The summary goes to standard output, all that is to be said about it to standard error. */
export async function migrate(
  surroundings: Surroundings,
  { isDryRun, asJson }: MigrateOptions,
): Promise<void> {
  const reports = await withRedis(surroundings, async (redis, keys) => {
    const done: CopyReport[] = [];
    for (const task of tasksOf(keys)) done.push(await copyRecords(redis, task, isDryRun));
    return done;
  });
  const { out, err } = surroundings;
  if (asJson) {
    out(JSON.stringify({ applied: !isDryRun, kinds: reports }));
    return;
  }
  toTable([headings(isDryRun), ...reports.map(toRow)]).forEach(out);
  for (const report of reports) remarksOn(report).forEach(err);
  err(conclusion(reports, isDryRun));
}

function tasksOf({ version1, servers, events, votings }: RedisKeys): CopyTask[] {
  return [
    { kind: 'servers', hash: version1.servers, keyPrefix: servers, validate: validators.storedServer },
    { kind: 'events', hash: version1.events, keyPrefix: events, validate: validators.storedEvent },
    { kind: 'votings', hash: version1.votings, keyPrefix: votings, validate: validators.storedVoting },
  ];
}

function headings(isDryRun: boolean): string[] {
  return ['from', 'to', 'records', isDryRun ? 'to copy' : 'copied', 'same', 'kept', 'invalid'];
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
  return [...another, ...atMost(MOST_LINES, notServed), ...atMost(MOST_LINES, keptOnes)];
}

function atMost(most: number, lines: readonly string[]): readonly string[] {
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most), `… and ${lines.length - most} more like that (--json names all).`];
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
