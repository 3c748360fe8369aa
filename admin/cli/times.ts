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
 * The end of a block or a record as the user has typed it. Returns milliseconds since the epoch.
 * @param nowMs milliseconds since the epoch, by the clock of Redis
 * @throws {UsageError} if the end is not in the future, or too far in it
 */
export type TypedEnd = (nowMs: number) => number;

/** Parses the value of an option: a duration such as `2h30m`. @throws {InvalidArgumentError} */
export function parseDuration(text: string): TypedEnd {
  return typedEnd(text, endAfter(text, 0), (nowMs) => endAfter(text, nowMs));
}

/** Parses the value of an option: a date such as `2026-12-01T18:00`. @throws {InvalidArgumentError} */
export function parseDate(text: string): TypedEnd {
  return typedEnd(text, startAt(text, 0), (nowMs) => endAt(text, nowMs));
}

/** Parses the value of an option: a duration or a date. @throws {InvalidArgumentError} */
export function parseDurationOrDate(text: string): TypedEnd {
  return isDate(text) ? parseDate(text) : parseDuration(text);
}

function isDate(text: string): boolean {
  return /^\d{4}-|:/.test(text);
}

/** @param format the text parsed without regard to the time */
function typedEnd(text: string, format: BlockEnd, endFrom: (nowMs: number) => BlockEnd): TypedEnd {
  if (!format.ok) throw new InvalidArgumentError(PROBLEMS[format.problem]);
  return (nowMs) => {
    const end = endFrom(nowMs);
    if (end.ok) return end.value;
    throw new UsageError(`${text}: ${PROBLEMS[end.problem]}`);
  };
}

/**
 * A moment in the past as the user has typed it. Returns milliseconds since the epoch.
 * @param nowMs milliseconds since the epoch, by the clock of Redis
 */
export type TypedStart = (nowMs: number) => number;

/** Parses the value of an option: a date, or a duration before now. @throws {InvalidArgumentError} */
export function parseSince(text: string): TypedStart {
  const parse = (nowMs: number): BlockEnd => (isDate(text) ? startAt(text, nowMs) : endAfter(text, 0));
  const format = parse(0);
  if (!format.ok) throw new InvalidArgumentError(PROBLEMS[format.problem]);
  return (nowMs) => {
    const start = parse(nowMs);
    if (!start.ok) throw new UsageError(`${text}: ${PROBLEMS[start.problem]}`);
    return isDate(text) ? start.value : nowMs - start.value;
  };
}
