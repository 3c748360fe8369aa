import { describeViolation } from '../../../shared/describe-violation.ts';
import { parseCoinsTrade } from '../../../shared/rest/coins-trade.ts';
import { parseStored } from '../../../shared/rest/parse-stored.ts';
import { parseTime } from '../times.ts';
import { idProblem, TIME_FIELDS } from './record-kinds.ts';
import type { RecordKind } from './record-kinds.ts';

/** A valid record that will be written. */
export interface PlannedRecord {
  readonly kind: RecordKind;
  /** Empty for a trade. */
  readonly id: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A problem of a record. */
export interface RecordProblem {
  /** Path within the record, as names and indexes; empty for the record itself. */
  readonly path: readonly string[];
  readonly problem: string;
}

/**
 * Validates a record by the schema that the sidecar uses; times may also be dates.
 * @param title the name of the record in problems, such as `events.summer`
 */
export function planRecord(
  kind: RecordKind,
  id: string,
  given: unknown,
  title: string,
): PlannedRecord | RecordProblem {
  const invalidId = kind.keyOf === undefined ? undefined : idProblem(id);
  if (invalidId !== undefined) return { path: [], problem: invalidId };
  const value = withTimes(given);
  if (!kind.validate(value)) {
    const [violation] = kind.validate.errors ?? [];
    const path = violation?.instancePath.split('/').slice(1) ?? [];
    return { path, problem: describeViolation(violation, { whole: title, prefix: `${title}.` }) };
  }
  // The sidecar reads the record back from JSON, which has no infinite numbers, for example.
  const stored = parseStored(JSON.stringify(value), kind.validate);
  if (!stored.ok) return { path: [], problem: `${title}: ${stored.reason}` };
  const record = value as Readonly<Record<string, unknown>>;
  if (kind.name === 'trade' && parseCoinsTrade(tradeFields(record)) === undefined) {
    return {
      path: [],
      problem: `${title}.rate and ${title}.datetime must be numbers within the range of a double.`,
    };
  }
  return { kind, id, value: record };
}

/** Returns the fields of a trade's stream entry. */
export function tradeFields(value: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(value).map(([field, content]) => [field, String(content)]));
}

/** Converts dates to milliseconds. Any other text is kept, so that the schema refuses it. */
function withTimes(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const fields = Object.entries(given as Record<string, unknown>).map(([field, value]) => {
    const time = TIME_FIELDS.has(field) && typeof value === 'string' ? parseTime(value) : value;
    return [field, typeof time === 'number' ? time : value];
  });
  return Object.fromEntries(fields) as unknown;
}

/**
 * Returns a warning if a record is never active from now on, which the schema does not detect.
 * @param nowMs milliseconds since the Unix epoch
 */
export function neverActive({ kind, id, value }: PlannedRecord, nowMs: number): string | undefined {
  const { startsAt, endsAt } = value as { readonly startsAt?: number; readonly endsAt?: number };
  if (endsAt === undefined) return undefined;
  if (startsAt !== undefined && startsAt >= endsAt)
    return `The ${kind.name} ${id} is never active: it ends before it starts.`;
  return endsAt <= nowMs ? `The ${kind.name} ${id} is not active: its end is in the past.` : undefined;
}
