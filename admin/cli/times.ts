import {
  BLOCK_END_PROBLEMS,
  endAfter,
  endAt,
  machineOffset,
  parseDate,
} from '../../shared/feature-control/block-end.ts';
import type { BlockEndProblem } from '../../shared/feature-control/block-end.ts';
import { UsageFailure } from './failure.ts';

const EPOCH_MS = /^-?\d{10,16}$/;

/**
 * Parses a date such as `2026-12-01T18:00`, in the machine's time zone unless it names one, or milliseconds
 * since the Unix epoch.
 * @returns milliseconds since the Unix epoch, or an error message about the format
 */
export function parseTime(text: string): number | string {
  if (EPOCH_MS.test(text)) return Number(text);
  const read = parseDate(text, machineOffset);
  return read.ok ? read.untilMs : BLOCK_END_PROBLEMS[read.problem];
}

/** The options for the end of a block. */
export interface EndOptions {
  /** A duration, such as `30m`. */
  readonly for?: string | undefined;
  /** A date. */
  readonly until?: string | undefined;
}

/** @throws {UsageFailure} if the end of a block is invalid, whatever the time is */
export function assertEndFormat({ for: duration, until }: EndOptions): void {
  if (duration !== undefined) resolveEnd({ for: duration }, 0);
  const read = until === undefined ? undefined : parseDate(until, machineOffset);
  if (read?.ok === false) throw new UsageFailure(`--until: ${BLOCK_END_PROBLEMS[read.problem]}`);
}

/**
 * Returns the end of a block.
 * @param nowMs milliseconds since the epoch, by the clock of Redis if it is known
 * @returns milliseconds since the epoch; undefined without `for` and `until`
 * @throws {UsageFailure} if the end is invalid or not in the future
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

/** @throws {UsageFailure} if an expiry is neither a duration nor a date */
export function assertExpiryFormat(text: string | undefined): void {
  if (text === undefined) return;
  const read = DATE.test(text) ? parseDate(text, machineOffset) : endAfter(text, 0);
  if (!read.ok) refuseExpiry(read.problem);
}

/** The beginning of a date. */
const DATE = /^\d{4}-/;

/**
 * Returns the time to live of a record, given as a duration or as a date in the future.
 * @param nowMs milliseconds since the epoch, by the clock of Redis
 * @returns milliseconds from now
 * @throws {UsageFailure} if the text is neither
 */
export function resolveExpiry(text: string, nowMs: number): number {
  const end = DATE.test(text) ? endAt(text, nowMs, machineOffset) : endAfter(text, nowMs);
  return end.ok ? end.untilMs - nowMs : refuseExpiry(end.problem);
}

function refuseExpiry(end: BlockEndProblem): never {
  const problem =
    end === 'too far'
      ? 'A record expires after at most 10 years; omit --expires instead.'
      : BLOCK_END_PROBLEMS[end];
  throw new UsageFailure(`--expires: ${problem}`);
}
