import type { SchemaValidator } from '../../shared/json-schema.ts';
import { isWrongType } from '../../shared/redis/redis-error.ts';
import type { RedisClient } from '../../node/redis/redis-client.ts';
import { orRedisError, scanBatches, unlessWrongType } from '../../node/redis/redis-replies.ts';
import { EMPTY_ID, parseStored } from '../../shared/rest/parse-stored.ts';

/** Source and target keys of one kind of record. */
export interface CopyTask {
  readonly kind: string;
  /** The hash of version 1: id → JSON. */
  readonly hash: string;
  /** Prefix of the keys of version 2; the id follows. */
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
  /** Records written, or to be written in a dry run. */
  copied: number;
  /** Records whose key already exists with the same value. */
  same: number;
  /** Existing keys with another value or type. They are not overwritten. */
  readonly kept: string[];
  /** Records that the sidecar will not serve. They are copied nevertheless. */
  readonly invalid: { readonly id: string; readonly reason: string }[];
  /** Whether the key of version 1 has another type, so that nothing is copied. */
  isNoHash: boolean;
}

/** COUNT of each HSCAN: keeps a call below 1 ms of Redis's time. */
const SCAN_COUNT = 500;

/**
 * Copies each field of a hash to a key of its own, unless that key exists. Ids and values are copied byte for
 * byte.
 * @throws {RedisError} if Redis does not answer or refuses a command
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
  const scan = async (cursor: string) => await redis.hscanBuffer(hash, cursor, 'COUNT', SCAN_COUNT);
  try {
    for await (const pairs of scanBatches(scan)) {
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

/** Groups a reply of HSCAN into fields. @param pairs alternating fields and values */
function toFields(pairs: readonly Buffer[]): Field[] {
  return pairs.flatMap((id, index) => (index % 2 === 0 ? [[id, pairs[index + 1] ?? id] as const] : []));
}

interface CopyOptions {
  readonly task: CopyTask;
  readonly report: CopyReport;
  readonly isDryRun: boolean;
}

async function copyField(redis: RedisClient, [id, value]: Field, options: CopyOptions): Promise<void> {
  const { task, report, isDryRun } = options;
  const key = Buffer.concat([Buffer.from(task.keyPrefix), id]);
  report.records++;
  const reason = invalidReason(id, value, task.validate);
  if (reason !== undefined) report.invalid.push({ id: String(id), reason });
  // Null if the key does not exist, undefined if it is not a string.
  const present = await unlessWrongType(redis.getBuffer(key));
  const isFree = present === null && (isDryRun || (await orRedisError(redis.set(key, value, 'NX'))) === 'OK');
  if (isFree) report.copied++;
  else if (present?.equals(value) === true) report.same++;
  else report.kept.push(String(key));
}

/** Returns the reason why the sidecar will not serve a record; undefined if it will. */
function invalidReason(id: Buffer, value: Buffer, validate: CopyTask['validate']): string | undefined {
  if (id.length === 0) return EMPTY_ID;
  if (!Buffer.from(String(id)).equals(id)) return 'Its name is not UTF-8.';
  const stored = parseStored(String(value), validate);
  return stored.ok ? undefined : stored.reason;
}
