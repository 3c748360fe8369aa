/** The parsed end of a timed block, in milliseconds since the epoch; or why the admin's input is rejected. */
export type BlockEnd =
  | { readonly ok: true; readonly untilMs: number }
  | { readonly ok: false; readonly problem: BlockEndProblem };

export type BlockEndProblem = 'no duration' | 'no date' | 'no such date' | 'past' | 'too far';

/** An English sentence for each problem, for programs without translations. */
export const BLOCK_END_PROBLEMS: Readonly<Record<BlockEndProblem, string>> = {
  'no duration': 'Write a duration such as 30m, 2h30m or 7d, with the units s, m, h, d and w.',
  'no date': 'Write a date such as 2026-12-01T18:00, with an offset such as Z or +02:00 where needed.',
  'no such date': 'There is no such date.',
  past: 'That time is in the past.',
  'too far': 'A timed block lasts at most 10 years; block without an end instead.',
};

/** Returns by how many minutes local time is ahead of UTC at a time in milliseconds since the epoch. */
export type ZoneOffset = (epochMs: number) => number;

/** The time zone of the machine. */
export const machineOffset: ZoneOffset = (epochMs) => -new Date(epochMs).getTimezoneOffset();

/** The units, in the order in which a duration must name them, each at most once. */
const UNITS_MS = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 };
const DURATION = /^(?:(\d{1,9})w)?(?:(\d{1,9})d)?(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9})s)?$/i;
const DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?([Zz]|[+-]\d{2}:?\d{2})?)?$/;

const DAY_MS = 86_400_000;
const MAX_DURATION_MS = 10 * 366 * DAY_MS;

/**
 * Parses a duration from now.
 * @param duration such as `30m`, `2h30m` or `7d`: 1 second to 10 years
 * @param nowMs milliseconds since the epoch
 */
export function endAfter(duration: string, nowMs: number): BlockEnd {
  const [, ...counts] = DURATION.exec(duration.trim()) ?? [];
  const durations = Object.values(UNITS_MS).map((unitMs, index) => Number(counts[index] ?? 0) * unitMs);
  const durationMs = durations.reduce((sum, each) => sum + each, 0);
  return durationMs === 0 ? reject('no duration') : endAtMs(nowMs + durationMs, nowMs);
}

/**
 * Parses a date in the future.
 * @param date such as `2026-12-01T18:00`, optionally with seconds and an offset (`Z`, `+02:00`); a date
 * without a time means the start of that day
 * @param nowMs milliseconds since the epoch
 * @param offset of the time zone for dates without an offset
 */
export function endAt(date: string, nowMs: number, offset: ZoneOffset): BlockEnd {
  const parsed = parseDate(date, offset);
  return parsed.ok ? endAtMs(parsed.untilMs, nowMs) : parsed;
}

/**
 * Parses a date as {@link endAt} does, but accepts past dates, too.
 * @returns its time as `untilMs`
 */
export function parseDate(date: string, offset: ZoneOffset): BlockEnd {
  const [whole, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] =
    DATE.exec(date.trim()) ?? [];
  if (whole === undefined) return reject('no date');
  const fields = [year, month, day, hour, minute, second].map(Number);
  const localMs = toUtc(fields);
  const zoneMinutes = zone === undefined ? undefined : minutesOf(zone);
  if (localMs === undefined || Number.isNaN(zoneMinutes)) return reject('no such date');
  const secondMs = zoneMinutes === undefined ? fromLocal(localMs, offset) : localMs - zoneMinutes * 60_000;
  return { ok: true, untilMs: secondMs + Number(fraction.padEnd(3, '0').slice(0, 3)) };
}

/**
 * Rejects a time that is past or too far away.
 * @param untilMs milliseconds since the epoch
 * @param nowMs milliseconds since the epoch
 */
function endAtMs(untilMs: number, nowMs: number): BlockEnd {
  if (untilMs <= nowMs) return reject('past');
  return untilMs - nowMs > MAX_DURATION_MS ? reject('too far') : { ok: true, untilMs };
}

function reject(problem: BlockEndProblem): BlockEnd {
  return { ok: false, problem };
}

/** @returns undefined for a date or a time that does not exist */
function toUtc([year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: readonly number[]):
  | number
  | undefined {
  const epochMs = Date.UTC(year, month - 1, day, hour, minute, second);
  const parsed = new Date(epochMs);
  const isSame =
    parsed.getUTCMonth() === month - 1 &&
    parsed.getUTCDate() === day &&
    parsed.getUTCHours() === hour &&
    parsed.getUTCMinutes() === minute &&
    parsed.getUTCSeconds() === second;
  return isSame ? epochMs : undefined;
}

/** @returns minutes ahead of UTC; NaN for an offset that does not exist */
function minutesOf(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  if (Number(hours) > 18 || Number(minutes) > 59) return NaN;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/**
 * Converts local time to UTC. A local time that occurs twice, because clocks are set back, means the earlier
 * one. One that does not occur, because clocks are set forward, is moved forward by the length of the gap.
 * @param localMs the local time as if it were UTC
 */
function fromLocal(localMs: number, offset: ZoneOffset): number {
  const before = offset(localMs - DAY_MS) * 60_000;
  const after = offset(localMs + DAY_MS) * 60_000;
  const first = localMs - before;
  if (before === after || offset(first) * 60_000 === before) return first;
  const second = localMs - after;
  return offset(second) * 60_000 === after ? second : first;
}
