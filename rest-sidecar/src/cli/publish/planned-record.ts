import { describeViolation } from '../../../../shared/describe-violation.ts';
import { parseCoinsTrade } from '../../../../shared/rest/coins-trade.ts';
import { parseStored } from '../../snapshots/parse-stored.ts';
import { parseTime } from '../times.ts';
import { idProblem, TIME_FIELDS } from './record-kinds.ts';
import type { RecordKind } from './record-kinds.ts';

/** A record that was found right, and is to be written. */
export interface PlannedRecord {
  readonly kind: RecordKind;
  /** Empty for a trade. */
  readonly id: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** What is wrong with a record, and where: a path of names and indexes from the record on. */
export interface RecordProblem {
  readonly path: readonly string[];
  readonly problem: string;
}

/**
 * Checks one record by the schema that the sidecar serves it by; times may be dates.
 * @param title how the record is named in problems, such as `events.summer`
 */
export function planRecord(
  kind: RecordKind,
  id: string,
  given: unknown,
  title: string,
): PlannedRecord | RecordProblem {
  const wrongId = kind.keyOf === undefined ? undefined : idProblem(id);
  if (wrongId !== undefined) return { path: [], problem: wrongId };
  const value = withTimes(given);
  if (!kind.validate(value)) {
    const [violation] = kind.validate.errors ?? [];
    const path = violation?.instancePath.split('/').slice(1) ?? [];
    return { path, problem: describeViolation(violation, { whole: title, prefix: `${title}.` }) };
  }
  // What JSON cannot carry, such as an infinite number, is refused as the sidecar refuses it.
  const stored = parseStored(JSON.stringify(value), kind.validate);
  if (!stored.ok) return { path: [], problem: `${title}: ${stored.reason}` };
  const record = value as Readonly<Record<string, unknown>>;
  if (kind.name === 'trade' && parseCoinsTrade(tradeFields(record)) === undefined) {
    return { path: [], problem: `${title}.rate and ${title}.datetime must be numbers that a double holds.` };
  }
  return { kind, id, value: record };
}

/** The fields of the stream's entry. */
export function tradeFields(value: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(value).map(([field, content]) => [field, String(content)]));
}

/** Dates become milliseconds; what is no date stays, for the schema to refuse. */
function withTimes(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const fields = Object.entries(given as Record<string, unknown>).map(([field, value]) => {
    const time = TIME_FIELDS.has(field) && typeof value === 'string' ? parseTime(value) : value;
    return [field, typeof time === 'number' ? time : value];
  });
  return Object.fromEntries(fields) as unknown;
}

/** A window that is never open is no mistake of form, and is worth a word. */
export function neverActive({ kind, id, value }: PlannedRecord): string | undefined {
  const { startsAt, endsAt } = value as { readonly startsAt?: number; readonly endsAt?: number };
  if (startsAt === undefined || endsAt === undefined || startsAt < endsAt) return undefined;
  return `The ${kind.name} ${id} is never active: it ends before it starts.`;
}
