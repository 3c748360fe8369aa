import type { SchemaValidator } from '../../../shared/json-schema.ts';
import { isWrongType } from '../../../shared/redis/redis-error.ts';
import type { RedisClient } from '../redis/redis-client.ts';
import { orRedisError, scanPieces, unlessWrongType } from '../redis/redis-replies.ts';
import { parseStored } from '../snapshots/parse-stored.ts';

/** Where the records of one kind are, and where they belong. */
export interface CopyTask {
  readonly kind: string;
  /** The hash of version 1: id → JSON. */
  readonly hash: string;
  /** What the keys of version 2 begin with; the rest is the id. */
  readonly keyPrefix: string;
  readonly validate: SchemaValidator<unknown>;
}

/** The result of copying the records of one kind, or of a dry run. */
export interface CopyReport {
  readonly kind: string;
  readonly hash: string;
  readonly keyPrefix: string;
  /** Fields of the hash. */
  records: number;
  /** Written, or to be written. */
  copied: number;
  /** There already, with the same value. */
  same: number;
  /** Keys that are there already, with another value or type, which they keep. */
  readonly kept: string[];
  /** Records that the sidecar does not serve. They are copied all the same. */
  readonly invalid: { readonly id: string; readonly reason: string }[];
  /** Whether the key of version 1 holds another type, so that nothing is copied. */
  isNoHash: boolean;
}

/** Fields a piece: below 1 ms of Redis's time. */
const PIECE = 500;

/**
 * Copies the fields of a hash to a key each, except where there is such a key. Names and values are copied
 * byte for byte.
 * @throws {RedisError} where Redis does not answer, or refuses a command
 */
export async function copyRecords(
  redis: RedisClient,
  task: CopyTask,
  isDryRun: boolean,
): Promise<CopyReport> {
  const { kind, hash, keyPrefix } = task;
  const counts = { records: 0, copied: 0, same: 0, isNoHash: false };
  const report: CopyReport = { kind, hash, keyPrefix, ...counts, kept: [], invalid: [] };
  const seen = new Set<string>();
  const scan = async (cursor: string) => await redis.hscanBuffer(hash, cursor, 'COUNT', PIECE);
  try {
    for await (const pairs of scanPieces(scan)) {
      // HSCAN may return a field more than once.
      const fresh = toFields(pairs).filter(([id]) => !seen.has(id.toString('latin1')));
      for (const [id] of fresh) seen.add(id.toString('latin1'));
      await Promise.all(fresh.map(async (field) => copyField(redis, field, { task, report, isDryRun })));
    }
  } catch (cause) {
    if (!isWrongType(cause)) throw cause;
    report.isNoHash = true;
  }
  return report;
}

type Field = readonly [id: Buffer, value: Buffer];

/** @param pairs field and value in turn */
function toFields(pairs: readonly Buffer[]): Field[] {
  return pairs.flatMap((id, index) => (index % 2 === 0 ? [[id, pairs[index + 1] ?? id] as const] : []));
}

interface Copying {
  readonly task: CopyTask;
  readonly report: CopyReport;
  readonly isDryRun: boolean;
}

async function copyField(redis: RedisClient, [id, value]: Field, copying: Copying): Promise<void> {
  const { task, report, isDryRun } = copying;
  const key = Buffer.concat([Buffer.from(task.keyPrefix), id]);
  report.records++;
  const reason = reasonAgainst(id, value, task.validate);
  if (reason !== undefined) report.invalid.push({ id: String(id), reason });
  // Null where there is no such key, undefined where it holds no string.
  const present = await unlessWrongType(redis.getBuffer(key));
  const isFree = present === null && (isDryRun || (await orRedisError(redis.set(key, value, 'NX'))) === 'OK');
  if (isFree) report.copied++;
  else if (present?.equals(value) === true) report.same++;
  else report.kept.push(String(key));
}

/** @returns why the sidecar does not serve the record; undefined where it does */
function reasonAgainst(id: Buffer, value: Buffer, validate: CopyTask['validate']): string | undefined {
  if (!Buffer.from(String(id)).equals(id)) return 'Its name is not UTF-8.';
  const stored = parseStored(String(value), validate);
  return stored.ok ? undefined : stored.reason;
}
