/** When a timed block ends: what an admin wrote, in milliseconds since the epoch; or why that is refused. */
export type BlockEnd =
  { readonly ok: true; readonly untilMs: number } | { readonly ok: false; readonly problem: BlockEndProblem };

export type BlockEndProblem = 'no duration' | 'no date' | 'no such date' | 'past' | 'too far';

/** One sentence each, for those who speak no language but English. */
export const BLOCK_END_PROBLEMS: Readonly<Record<BlockEndProblem, string>> = {
  'no duration': 'Write a duration such as 30m, 2h30m or 7d, with the units s, m, h, d and w.',
  'no date': 'Write a date such as 2026-12-01T18:00, with an offset such as Z or +02:00 where needed.',
  'no such date': 'There is no such date.',
  past: 'That time is over already.',
  'too far': 'A timed block lasts at most 10 years; block without an end instead.',
};

/** Minutes by which local time is ahead of UTC at a time in milliseconds since the epoch. */
export type ZoneOffset = (epochMs: number) => number;

/** The zone of the machine. */
export const machineOffset: ZoneOffset = (epochMs) => -new Date(epochMs).getTimezoneOffset();

/** Units in the order in which they are written, each at most once. */
const UNITS_MS = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 };
const DURATION = /^(?:(\d{1,9})w)?(?:(\d{1,9})d)?(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9})s)?$/i;
const DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?([Zz]|[+-]\d{2}:?\d{2})?)?$/;

const DAY_MS = 86_400_000;
const LONGEST_MS = 10 * 366 * DAY_MS;

/**
 * @param duration such as `30m`, `2h30m` or `7d`: 1 second to 10 years
 * @param nowMs milliseconds since the epoch
 */
export function endAfter(duration: string, nowMs: number): BlockEnd {
  const [, ...counts] = DURATION.exec(duration.trim()) ?? [];
  const parts = Object.values(UNITS_MS).map((unitMs, index) => Number(counts[index] ?? 0) * unitMs);
  const lengthMs = parts.reduce((sum, part) => sum + part, 0);
  return lengthMs === 0 ? refuse('no duration') : endAtMs(nowMs + lengthMs, nowMs);
}

/**
 * @param date such as `2026-12-01T18:00`, with seconds and an offset (`Z`, `+02:00`) where wanted; a day
 * alone is meant from its beginning
 * @param nowMs milliseconds since the epoch
 * @param offset of the zone that is meant where the date names none
 */
export function endAt(date: string, nowMs: number, offset: ZoneOffset): BlockEnd {
  const read = parseDate(date, offset);
  return read.ok ? endAtMs(read.untilMs, nowMs) : read;
}

/**
 * Any date, the past included, as {@link endAt} reads it.
 * @returns its time as `untilMs`
 */
export function parseDate(date: string, offset: ZoneOffset): BlockEnd {
  const [whole, year, month, day, hour = '0', minute = '0', second = '0', part = '', zone] =
    DATE.exec(date.trim()) ?? [];
  if (whole === undefined) return refuse('no date');
  const fields = [year, month, day, hour, minute, second].map(Number);
  const localMs = toUtc(fields);
  const zoneMinutes = zone === undefined ? undefined : minutesOf(zone);
  if (localMs === undefined || Number.isNaN(zoneMinutes)) return refuse('no such date');
  const secondMs = zoneMinutes === undefined ? fromLocal(localMs, offset) : localMs - zoneMinutes * 60_000;
  return { ok: true, untilMs: secondMs + Number(part.padEnd(3, '0').slice(0, 3)) };
}

/** Refuses what is over, or too far away. @param untilMs and @param nowMs milliseconds since the epoch */
function endAtMs(untilMs: number, nowMs: number): BlockEnd {
  if (untilMs <= nowMs) return refuse('past');
  return untilMs - nowMs > LONGEST_MS ? refuse('too far') : { ok: true, untilMs };
}

function refuse(problem: BlockEndProblem): BlockEnd {
  return { ok: false, problem };
}

/** @returns undefined for a day that is in no calendar, or a time that is on no clock */
function toUtc([year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: readonly number[]):
  number | undefined {
  const epochMs = Date.UTC(year, month - 1, day, hour, minute, second);
  const read = new Date(epochMs);
  const isSame =
    read.getUTCMonth() === month - 1 &&
    read.getUTCDate() === day &&
    read.getUTCHours() === hour &&
    read.getUTCMinutes() === minute &&
    read.getUTCSeconds() === second;
  return isSame ? epochMs : undefined;
}

/** @returns minutes ahead of UTC; NaN for an offset that no clock has */
function minutesOf(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  if (Number(hours) > 18 || Number(minutes) > 59) return NaN;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/**
 * Where clocks are put back, the earlier of two times; where they are put forward, a time that they skip is
 * as long after the change as it would have been.
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
