import { ENGLISH } from './english.ts';
import german from './german.json';
import { LAYOUT } from './layout.ts';
import type { Catalogue, MessageKey } from './message.ts';
import type { PluralForm, Text } from './text.ts';
import ukrainian from './ukrainian.json';

/** The texts in the language of one command sender. */
export interface Language {
  /** @param count selects the plural form @returns the text in MiniMessage */
  template(key: MessageKey, count?: number): string;
}

interface BuiltIn {
  readonly texts: Catalogue;
  /**
   * Selects the plural form. Not `Intl.PluralRules`, as a script engine may lack the data of languages.
   * @param count an integer
   */
  readonly formOf: (count: number) => PluralForm;
}

const oneOrOther = (count: number): PluralForm => (count === 1 ? 'one' : 'other');

function slavicForm(count: number): PluralForm {
  const [tens, ones] = [count % 100, count % 10];
  if (tens >= 11 && tens <= 14) return 'other';
  if (ones === 1) return 'one';
  return ones >= 2 && ones <= 4 ? 'few' : 'other';
}

/** The built-in languages by ISO 639 code. */
export const BUILT_IN = {
  de: { texts: { ...LAYOUT, ...german }, formOf: oneOrOther },
  en: { texts: ENGLISH, formOf: oneOrOther },
  uk: { texts: { ...LAYOUT, ...ukrainian }, formOf: slavicForm },
} as const satisfies Readonly<Record<string, BuiltIn>>;

export type LanguageCode = keyof typeof BUILT_IN;

export const LANGUAGE_CODES = Object.keys(BUILT_IN) as readonly LanguageCode[];

/** An operator's texts by key; the key of a plural form is `<key>.<form>`. */
export type OwnTexts = ReadonlyMap<string, string>;

/** @param own texts that replace built-in ones */
export function createLanguage(code: LanguageCode, own: OwnTexts = new Map()): Language {
  const { texts, formOf }: BuiltIn = BUILT_IN[code];
  return {
    template: (key, count = 0) => {
      const text: Text = texts[key];
      if (typeof text === 'string') return own.get(key) ?? text;
      const form = formOf(count);
      return own.get(`${key}.${form}`) ?? text[form] ?? own.get(`${key}.other`) ?? text.other;
    },
  };
}

/** The language of the log: built-in English, without the operator's texts. */
export const PLAIN_ENGLISH = createLanguage('en');

/** The languages as an operator has edited them (G75). */
export class Languages {
  #own: ReadonlyMap<string, OwnTexts> = new Map();

  /** Replaces the operator's texts. @param own texts by language code */
  replace(own: ReadonlyMap<string, OwnTexts>): void {
    this.#own = own;
  }

  /** @param locale in BCP 47, such as `de-AT`; undefined and unknown languages select English */
  of(locale: string | undefined): Language {
    const [code = ''] = (locale ?? '').toLowerCase().split(/[-_]/, 1);
    const known = isLanguageCode(code) ? code : 'en';
    return createLanguage(known, this.#own.get(known));
  }
}

function isLanguageCode(code: string): code is LanguageCode {
  return Object.hasOwn(BUILT_IN, code);
}
