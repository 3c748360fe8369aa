import { InvalidArgumentError } from 'commander';
import {
  BLOCK_END_PROBLEMS,
  endAfter,
  endAt,
  parseDate as readDate,
  startAt,
} from '../../shared/feature-control/block-end.ts';
import type { BlockEnd, BlockEndProblem } from '../../shared/feature-control/block-end.ts';
import { UsageError } from './command-error.ts';

const PROBLEMS: Readonly<Record<BlockEndProblem, string>> = {
  ...BLOCK_END_PROBLEMS,
  'too-far': 'It ends after at most 10 years; omit the option if it has no end.',
};

/**
 * Parses a date such as `2026-12-01T18:00`, in the machine's time zone unless it names one, or milliseconds
 * since the Unix epoch.
 * @returns milliseconds since the Unix epoch, or an error message about the format
 */
export function parseTime(text: string): number | string {
  if (/^-?\d{10,16}$/.test(text)) return Number(text);
  const read = readDate(text);
  return read.ok ? read.value : PROBLEMS[read.problem];
}

/**
 * A time as the user has typed it, such as the end of a block. Returns milliseconds since the epoch.
 * @param nowMs milliseconds since the epoch, by the clock of Redis
 * @throws {UsageError} if it is not in the future, or too far in it
 */
export type TypedTime = (nowMs: number) => number;

/** Parses the value of an option: a duration such as `2h30m`. @throws {InvalidArgumentError} */
export function parseDuration(text: string): TypedTime {
  return typedTime(text, (nowMs) => endAfter(text, nowMs));
}

/** Parses the value of an option: a date such as `2026-12-01T18:00`. @throws {InvalidArgumentError} */
export function parseDate(text: string): TypedTime {
  return typedTime(text, (nowMs) => endAt(text, nowMs));
}

/** Parses the value of an option: a duration or a date. @throws {InvalidArgumentError} */
export function parseDurationOrDate(text: string): TypedTime {
  return isDate(text) ? parseDate(text) : parseDuration(text);
}

/** Parses the value of an option: a date in the past, or how long ago. @throws {InvalidArgumentError} */
export function parseSince(text: string): TypedTime {
  if (isDate(text)) return typedTime(text, (nowMs) => startAt(text, nowMs));
  const duration = typedTime(text, () => endAfter(text, 0));
  return (nowMs) => nowMs - duration(nowMs);
}

function isDate(text: string): boolean {
  return /^\d{4}-|:/.test(text);
}

/** Problems that depend on the present time. */
const NEED_NOW: readonly BlockEndProblem[] = ['past', 'too-far'];

/** Checks the format at once, and whether the time is possible as soon as that of Redis is known. */
function typedTime(text: string, timeAt: (nowMs: number) => BlockEnd): TypedTime {
  const read = timeAt(0);
  if (!read.ok && !NEED_NOW.includes(read.problem)) throw new InvalidArgumentError(PROBLEMS[read.problem]);
  return (nowMs) => {
    const time = timeAt(nowMs);
    if (time.ok) return time.value;
    throw new UsageError(`${text}: ${PROBLEMS[time.problem]}`);
  };
}
