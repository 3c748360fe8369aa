import { LAST_MS } from '../../../shared/feature-control/entry-state.ts';
import { message } from './message.ts';
import type { Message, Value } from './message.ts';

const UNITS = [
  { unit: 'time.days', seconds: 86_400 },
  { unit: 'time.hours', seconds: 3600 },
  { unit: 'time.minutes', seconds: 60 },
  { unit: 'time.seconds', seconds: 1 },
] as const;

/** Formats a duration in its two largest units, such as `2 h 5 min`. */
export function duration(milliseconds: number): Value {
  let rest = Math.floor(milliseconds / 1000);
  const parts = UNITS.map(({ unit, seconds }) => {
    const count = Math.floor(rest / seconds);
    rest -= count * seconds;
    return { unit, count };
  });
  const first = parts.findIndex(({ count }) => count > 0);
  if (first === -1) return message('time.seconds', { count: 0 });
  const shown = parts.slice(first, first + 2).filter(({ count }) => count > 0);
  return separate(
    shown.map(({ unit, count }) => message(unit, { count })),
    ' ',
  );
}

/** Formats milliseconds since the epoch as `2026-12-01 17:00 UTC`. */
export function time(epochMs: number): Message {
  if (!(epochMs < LAST_MS)) return message('time.never');
  const date = new Date(epochMs);
  const [, year = '', month = '', day = '', hour = '', minute = ''] =
    /^(.*)-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(date.toISOString()) ?? [];
  return message('time.date', { year, month, day, hour, minute });
}

/**
 * Formats an end as `until 2026-12-01 17:00 UTC (for 30 min)`. The remaining time is rounded up to seconds.
 */
export function until(untilMs: number, nowMs: number): Message {
  if (!(untilMs < LAST_MS)) return message('time.never');
  return message('time.until', {
    time: time(untilMs),
    duration: duration(Math.ceil((untilMs - nowMs) / 1000) * 1000),
  });
}

/** Joins names with commas. */
export function names(list: readonly string[]): Value {
  return separate(
    list.map((name) => ({ name })),
    ', ',
  );
}

export function separate(values: readonly Value[], separator: string): Value {
  return values.flatMap((value, index) => (index === 0 ? [value] : [separator, value]));
}
