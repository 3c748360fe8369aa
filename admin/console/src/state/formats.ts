import { GLOBAL_LIST, parseBlocklistName } from '../../../../shared/feature-control/blocklist-name.ts';
import { LAST_MS } from '../../../../shared/feature-control/entry-state.ts';
import type { Language, Translate } from '../texts/translate.ts';
import type { Failure } from './api.ts';
import type { Phrase } from './phrase.ts';
import type { Entry } from './api-types.ts';

/** Returns the browser's locale for a language, such as `en-GB`, which determines the format of times. */
function localeOf(language: Language): string {
  return navigator.languages.find((locale) => locale.startsWith(language)) ?? language;
}

export function formatTime(ms: number, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short' }).format(ms);
}

export function formatNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 1 }).format(value);
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** Formats a duration in its largest unit, such as `2 hr`. */
export function formatDuration(ms: number, language: Language): string {
  const [unit, unitMs] = UNITS.find(([, length]) => ms >= length) ?? UNITS[3];
  const format = new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, unitDisplay: 'short' });
  return format.format(Math.max(0, Math.floor(ms / unitMs)));
}

export function formatEntry(entry: Entry, t: Translate, language: Language): string {
  if (!entry.blocked) return t('entry.free');
  const { permanent, until = LAST_MS } = entry;
  if (permanent || until === LAST_MS) return t('entry.blocked');
  return t('entry.until', { time: formatTime(until, language) });
}

export function formatList(list: string, t: Translate): string {
  const named = parseBlocklistName(list) ?? GLOBAL_LIST;
  return named.kind === 'global' ? t('lists.global') : t(`lists.${named.kind}`, { name: named.name });
}

/** Returns a sentence that explains why a token was not accepted. */
export function describeRefusal(failure: Failure, t: Translate): string {
  const { status } = failure;
  if (status === 0) return t('signIn.network');
  if (status === 401) return t('signIn.refused');
  const { key, values } = describeFailure(failure);
  return key === 'problem.store' ? t('signIn.store') : t(key, values);
}

/** Returns a sentence that explains a failed edit, which may have been made if there was no answer. */
export function describeEditFailure(failure: Failure): Phrase {
  const phrase = describeFailure(failure);
  if (phrase.key === 'problem.network') return { key: 'edit.network' };
  return phrase.key === 'problem.store' ? { key: 'edit.store' } : phrase;
}

/** Returns a sentence that explains a failed request. */
export function describeFailure({ status, message, retryAfterSeconds, body }: Failure): Phrase {
  if (status === 0) return { key: 'problem.network' };
  if (status === 403) return { key: 'problem.forbidden' };
  if (status === 429) return { key: 'problem.slow', values: { seconds: retryAfterSeconds } };
  if (status === 503) {
    const { reason } = (body ?? {}) as { reason?: string };
    return reason === undefined
      ? { key: 'problem.store' }
      : { key: 'problem.storeRefused', values: { reason } };
  }
  return { key: 'problem.other', values: { message } };
}
