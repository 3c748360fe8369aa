import { LAST_MS } from '../../../shared/feature-control/entry-state.ts';
import { message } from './message.ts';
import type { Message, Name, Value } from './message.ts';

const UNITS = [
  { unit: 'time.days', seconds: 86_400 },
  { unit: 'time.hours', seconds: 3600 },
  { unit: 'time.minutes', seconds: 60 },
  { unit: 'time.seconds', seconds: 1 },
] as const;

/** Formats a duration in its two largest units that are not zero, such as `2 h 5 min`. */
export function duration(milliseconds: number): Value {
  let rest = Math.floor(milliseconds / 1000);
  if (rest === 0) return message('time.seconds', { count: 0 });
  const parts: Message[] = [];
  for (const { unit, seconds } of UNITS) {
    if (rest >= seconds) parts.push(message(unit, { count: Math.floor(rest / seconds) }));
    rest %= seconds;
  }
  return separate(parts.slice(0, 2), ' ');
}

/**
 * Formats milliseconds since the epoch as `2026-12-01 17:00 UTC+2`, in the time zone of the proxy's machine,
 * as dates are typed.
 */
export function time(epochMs: number): Message {
  if (!(epochMs < LAST_MS)) return message('time.never');
  const date = new Date(epochMs);
  return message('time.date', {
    year: String(date.getFullYear()),
    month: twoDigits(date.getMonth() + 1),
    day: twoDigits(date.getDate()),
    hour: twoDigits(date.getHours()),
    minute: twoDigits(date.getMinutes()),
    zone: zoneOf(date),
  });
}

/** Returns `UTC`, `UTC+2` or `UTC-3:30`. */
function zoneOf(date: Date): string {
  const offset = -date.getTimezoneOffset();
  if (offset === 0) return 'UTC';
  const minutes = Math.abs(offset) % 60;
  const hours = Math.floor(Math.abs(offset) / 60);
  return `UTC${offset < 0 ? '-' : '+'}${hours}${minutes === 0 ? '' : `:${twoDigits(minutes)}`}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/**
 * Formats an end as `until 2026-12-01 17:00 UTC+2 (for 30 min)`. The remaining time is rounded up to seconds.
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
  return separate(toNames(list), ', ');
}

export function toNames(list: readonly string[]): Name[] {
  return list.map((name) => ({ name }));
}

export function separate(values: readonly Value[], separator: string): Value {
  return values.flatMap((value, index) => (index === 0 ? [value] : [separator, value]));
}
