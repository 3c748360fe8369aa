import { escapeUnprintable } from '../../../../shared/escape-unprintable.ts';
import en from './en.json' with { type: 'json' };
import uk from './uk.json' with { type: 'json' };

export type TextKey = keyof typeof en;
export type TextValues = Readonly<Record<string, string | number>>;

/** The preferred locale of the browser that has texts, such as `en-GB`. It determines the format of times. */
export const LOCALE = navigator.languages.find((tag) => /^(?:en|uk)\b/i.test(tag)) ?? 'en';
export const LANGUAGE = /^uk/i.test(LOCALE) ? 'uk' : 'en';

const TEXTS: Readonly<Record<TextKey, string>> = { en, uk }[LANGUAGE];

/** Characters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Returns a text in the browser's language, with each `{name}` replaced by its value. Values are untrusted:
 * they are escaped, and those from right to left are isolated from the surrounding text.
 */
export function t(key: TextKey, values: TextValues = {}): string {
  return TEXTS[key].replace(/\{(\w{1,40})\}/g, (_, name: string) => {
    const shown = escapeUnprintable(String(values[name]));
    return RIGHT_TO_LEFT.test(shown) ? `\u2068${shown}\u2069` : shown;
  });
}
