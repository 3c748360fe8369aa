import { DIRECT_ACTOR } from '../../../../shared/feature-control/blocklist-change.ts';
import { GLOBAL_LIST, parseBlocklistName } from '../../../../shared/feature-control/blocklist-name.ts';
import { isBlocked } from '../../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../../shared/feature-control/entry-state.ts';
import { LOCALE, t } from '../texts/translate.ts';
import type { Failure } from './api.ts';
import { endOfState } from './list-contents.ts';

const TIME = new Intl.DateTimeFormat(LOCALE, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});
const CLOCK = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' });
const NUMBER = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });

/** Formats a time in the browser's time zone, which it names. @param ms milliseconds since the epoch */
export function formatTime(ms: number): string {
  return TIME.format(ms);
}

/** Formats only the time of day. @param ms milliseconds since the epoch */
export function formatClock(ms: number): string {
  return CLOCK.format(ms);
}

export function formatNumber(value: number): string {
  return NUMBER.format(value);
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** Formats a duration in its largest unit, such as `2 hr`. */
export function formatDuration(ms: number): string {
  const [unit, unitMs] = UNITS.find(([, length]) => ms >= length) ?? UNITS[3];
  const format = new Intl.NumberFormat(LOCALE, { style: 'unit', unit, unitDisplay: 'short' });
  return format.format(Math.max(0, Math.floor(ms / unitMs)));
}

export function formatState(state: EntryState): string {
  const endMs = endOfState(state);
  if (!isBlocked(state)) return t('entry.free');
  return endMs === undefined ? t('entry.blocked') : t('entry.until', { time: formatTime(endMs) });
}

/** Returns the name of who made a change, as recorded. */
export function formatActor(actor: string): string {
  return actor === DIRECT_ACTOR ? t('source.direct') : actor;
}

export function formatList(list: string): string {
  const named = parseBlocklistName(list) ?? GLOBAL_LIST;
  return named.type === 'global' ? t('lists.global') : t(`lists.${named.type}`, { name: named.name });
}

/** Returns a sentence that explains a failed request. @param isEdit whether it may have changed something */
export function describeFailure({ status, body }: Failure, isEdit = false): string {
  const { error = '', reason } = (body ?? {}) as { error?: string; reason?: string };
  if (status === 0) return t(isEdit ? 'problem.networkAtEdit' : 'problem.network');
  if (status === 401) return t('problem.token');
  if (reason !== undefined) return t('problem.redisRefused', { reason });
  if (status !== 503) return t('problem.other', { message: error });
  return t(isEdit ? 'problem.redisAtEdit' : 'problem.redis');
}
