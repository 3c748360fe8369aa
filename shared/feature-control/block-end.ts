import type { Result } from '../result.ts';

/** The parsed end of a timed block, in milliseconds since the epoch; or why the admin's input is rejected. */
export type BlockEnd = Result<number, BlockEndProblem>;

export type BlockEndProblem = 'no-duration' | 'no-date' | 'no-such-date' | 'past' | 'too-far';

/** An English sentence for each problem, for programs without translations. */
export const BLOCK_END_PROBLEMS: Readonly<Record<BlockEndProblem, string>> = {
  'no-duration': 'Write a duration such as 30m, 2h30m or 7d, with the units s, m, h, d and w.',
  'no-date':
    'Write a date such as 2026-12-01T18:00, with an offset such as Z or +02:00 where needed; or 18:00, or tomorrow 9:00.',
  'no-such-date': 'There is no such date.',
  past: 'That time is in the past.',
  'too-far': 'A timed block lasts at most 10 years; block without an end instead.',
};

/** The units, in the order in which a duration must name them, each at most once. */
const UNITS_MS = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 };
const DURATION = /^(?:(\d{1,9})w *)?(?:(\d{1,9})d *)?(?:(\d{1,9})h *)?(?:(\d{1,9})m *)?(?:(\d{1,9})s)?$/i;
const DATE =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(?:(:\d{2})(?:(\.\d{1,3})\d{0,6})?)?([Zz]|[+-]\d{2}:?\d{2})?)?$/;
/** A time of a day near today. */
const CLOCK_TIME = /^(?:(today|tomorrow|yesterday) +)?([01]?\d|2[0-3]):([0-5]\d)$/i;
const DAYS: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };
/** GraalJS accepts other offsets as well. */
const OFFSET = /^(?:Z|[+-](?:0\d|1[0-8]):?[0-5]\d)?$/i;

const MAX_DURATION_MS = 10 * 366 * UNITS_MS.d;

/** Whether a word may continue a time of several words, such as `2h 30m` or `tomorrow 9:00`. */
export function continuesTime(word: string): boolean {
  return /^(?:(?:\d{1,9}[wdhms])+|\d{1,2}:\d{2}.*)$/i.test(word);
}

/**
 * Parses a duration from now.
 * @param duration such as `30m`, `2h30m` or `7d`: 1 second to 10 years
 * @param nowMs milliseconds since the epoch
 */
export function endAfter(duration: string, nowMs: number): BlockEnd {
  const [, ...counts] = DURATION.exec(duration.trim()) ?? [];
  const durations = Object.values(UNITS_MS).map((unitMs, index) => Number(counts[index] ?? 0) * unitMs);
  const durationMs = durations.reduce((sum, each) => sum + each, 0);
  return durationMs === 0 ? reject('no-duration') : endAtMs(nowMs + durationMs, nowMs);
}

/**
 * Parses a date in the future.
 * @param date such as `2026-12-01T18:00`, also with seconds and an offset (`Z`, `+02:00`). Without one it
 * is in the time zone of the machine; without a time it is the start of that day. `tomorrow 9:00` and
 * `today 18:00` are dates, too; `18:00` is the next time that the clock shows it
 * @param nowMs milliseconds since the epoch
 */
export function endAt(date: string, nowMs: number): BlockEnd {
  const clockTime = parseClockTime(date, nowMs, 'next');
  if (clockTime !== undefined) return endAtMs(clockTime, nowMs);
  const parsed = parseDate(date);
  return parsed.ok ? endAtMs(parsed.value, nowMs) : parsed;
}

/**
 * Parses a date as {@link endAt} does, but in the past; `18:00` is the last time that the clock showed it.
 * @param nowMs milliseconds since the epoch
 * @returns its time
 */
export function startAt(date: string, nowMs: number): BlockEnd {
  const clockTime = parseClockTime(date, nowMs, 'last');
  return clockTime === undefined ? parseDate(date) : { ok: true, value: clockTime };
}

/**
 * Parses a time such as `18:00` or `tomorrow 9:00`, in the time zone of the machine.
 * @param which day is meant if none is named
 * @returns milliseconds since the epoch; undefined for another text
 */
function parseClockTime(text: string, nowMs: number, which: 'next' | 'last'): number | undefined {
  const [whole, day, hours, minutes] = CLOCK_TIME.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const now = new Date(nowMs);
  const at = (days: number): number =>
    new Date(
      now.getFullYear(),
      now.getMonth(),
      now.getDate() + days,
      Number(hours),
      Number(minutes),
    ).getTime();
  const today = at(0);
  if (day !== undefined) return at(DAYS[day.toLowerCase()] ?? 0);
  if (which === 'next') return today > nowMs ? today : at(1);
  return today <= nowMs ? today : at(-1);
}

/**
 * Parses a date as {@link endAt} does, but accepts past dates, too, and no times of a day alone.
 * @returns its time
 */
export function parseDate(date: string): BlockEnd {
  const [whole, day = '', minute = '00:00', second = ':00', fraction = '', zone = ''] =
    DATE.exec(date.trim()) ?? [];
  if (whole === undefined) return reject('no-date');
  const local = `${day}T${minute}${second}`;
  const utcMs = Date.parse(`${local}Z`);
  // A day that the month does not have, for example, would be moved into the next month.
  const exists = !Number.isNaN(utcMs) && new Date(utcMs).toISOString().startsWith(local);
  if (!exists || !OFFSET.test(zone)) return reject('no-such-date');
  const offset = zone.toUpperCase().replace(/(\d{2}):?(\d{2})/, '$1:$2');
  return { ok: true, value: Date.parse(local + fraction + offset) };
}

function endAtMs(untilMs: number, nowMs: number): BlockEnd {
  if (untilMs <= nowMs) return reject('past');
  return isTooFar(untilMs, nowMs) ? reject('too-far') : { ok: true, value: untilMs };
}

/**
 * Whether a timed block would last too long: more than 10 years, as nobody means that.
 * @param untilMs milliseconds since the epoch
 * @param nowMs milliseconds since the epoch
 */
export function isTooFar(untilMs: number, nowMs: number): boolean {
  return untilMs - nowMs > MAX_DURATION_MS;
}

function reject(problem: BlockEndProblem): BlockEnd {
  return { ok: false, problem };
}
