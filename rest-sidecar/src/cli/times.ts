import {
  BLOCK_END_PROBLEMS,
  endAfter,
  endAt,
  machineOffset,
  parseDate,
} from '../../../shared/feature-control/block-end.ts';
import { UsageFailure } from './failure.ts';

const EPOCH_MS = /^-?\d{10,16}$/;

/**
 * A time as people write it: a date such as `2026-12-01T18:00`, in the machine's zone unless it names one, or
 * milliseconds since the Unix epoch.
 * @returns milliseconds since the Unix epoch; otherwise a sentence that says how times are written
 */
export function parseTime(text: string): number | string {
  if (EPOCH_MS.test(text)) return Number(text);
  const read = parseDate(text, machineOffset);
  return read.ok ? read.untilMs : BLOCK_END_PROBLEMS[read.problem];
}

/** When something ends, as options say it. */
export interface EndOptions {
  /** A length of time, such as `30m`. */
  readonly for?: string | undefined;
  /** A date. */
  readonly until?: string | undefined;
}

/**
 * @param nowMs milliseconds since the epoch, by Redis's clock where it is known
 * @returns milliseconds since the epoch; undefined where no end was asked for
 * @throws {UsageFailure} for what is no time to come
 */
export function resolveEnd(options: EndOptions, nowMs: number): number | undefined {
  if (options.for !== undefined) {
    const end = endAfter(options.for, nowMs);
    if (!end.ok) throw new UsageFailure(`--for: ${BLOCK_END_PROBLEMS[end.problem]}`);
    return end.untilMs;
  }
  if (options.until === undefined) return undefined;
  const end = endAt(options.until, nowMs, machineOffset);
  if (!end.ok) throw new UsageFailure(`--until: ${BLOCK_END_PROBLEMS[end.problem]}`);
  return end.untilMs;
}

/**
 * How long a record is kept: a length of time or a date to come.
 * @returns milliseconds from now; undefined for ever
 * @throws {UsageFailure}
 */
export function resolveExpiry(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined;
  const end = /^\d{4}-/.test(text) ? endAt(text, nowMs, machineOffset) : endAfter(text, nowMs);
  if (!end.ok) throw new UsageFailure(`--expires: ${BLOCK_END_PROBLEMS[end.problem]}`);
  return end.untilMs - nowMs;
}
