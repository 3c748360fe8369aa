import { describeViolation } from '../../../shared/describe-violation.ts';
import { parseStored } from '../../../shared/rest/parse-stored.ts';
import { parseTime } from '../times.ts';
import { isTime } from './published-types.ts';
import type { PublishedType } from './published-types.ts';

/** A valid record that will be written. */
export interface PlannedRecord {
  readonly type: PublishedType;
  /** Empty for a trade. */
  readonly id: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A problem of a record. */
interface RecordProblem {
  /** Path within the record, as names and indexes; empty for the record itself. */
  readonly path: readonly string[];
  /** A sentence. */
  readonly problem: string;
}

/**
 * Validates a record by the schema that the sidecar uses; times may also be dates.
 * @param title the name of the record in problems, such as `events.summer`
 */
export function planRecord(
  type: PublishedType,
  id: string,
  given: unknown,
  title: string,
): PlannedRecord | RecordProblem {
  // Identifiers are used in URLs and keys.
  if (type.prefixOf !== undefined && !/^\P{C}{1,128}$/u.test(id))
    return { path: [], problem: 'An identifier has 1 to 128 characters, all of them printable.' };
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { path: [], problem: `${title} must be an object.` };
  const value: Record<string, unknown> = { ...given };
  for (const [field, schema] of Object.entries(type.schema.properties)) {
    const text = value[field];
    if (!isTime(schema) || typeof text !== 'string') continue;
    const time = parseTime(text);
    if (typeof time === 'string') return { path: [field], problem: `${title}.${field}: ${time}` };
    value[field] = time;
  }
  if (!type.validate(value)) {
    const [violation] = type.validate.errors ?? [];
    const path = violation?.instancePath.split('/').slice(1) ?? [];
    return { path, problem: describeViolation(violation, { whole: title, prefix: `${title}.` }) };
  }
  // The sidecar reads the record back from JSON, which has no infinite numbers, for example.
  const stored = parseStored(JSON.stringify(value), type.validate);
  return stored.ok ? { type, id, value } : { path: [], problem: `${title}: ${stored.problem}` };
}

/**
 * Returns a warning if a record is never active from now on, which the schema does not detect.
 * @param nowMs milliseconds since the Unix epoch
 */
export function neverActive({ type, id, value }: PlannedRecord, nowMs: number): string | undefined {
  const { startsAt, endsAt } = value as { readonly startsAt?: number; readonly endsAt?: number };
  if (endsAt === undefined || endsAt > Math.max(nowMs, startsAt ?? nowMs)) return undefined;
  return `The ${type.name} ${id} is never active: its end is in the past, or not after its start.`;
}
