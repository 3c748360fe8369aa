import { ENGLISH } from './english.ts';
import { GERMAN } from './german.ts';
import type { Catalogue, MessageKey } from './message.ts';
import type { PluralForm, Text } from './text.ts';
import { UKRAINIAN } from './ukrainian.ts';

/** The texts that are shown to one sender of commands. */
export interface Language {
  /** @param count decides the form of a text in several @returns MiniMessage */
  template(key: MessageKey, count?: number): string;
}

interface BuiltIn {
  readonly texts: Catalogue;
  /** Written out, as a script engine may come without any language's rules. @param count a whole number */
  readonly formOf: (count: number) => PluralForm;
}

const oneOrOther = (count: number): PluralForm => (count === 1 ? 'one' : 'other');

function slavicForm(count: number): PluralForm {
  const [tens, ones] = [count % 100, count % 10];
  if (tens >= 11 && tens <= 14) return 'many';
  if (ones === 1) return 'one';
  return ones >= 2 && ones <= 4 ? 'few' : 'many';
}

/** By ISO 639 code. */
export const BUILT_IN = {
  de: { texts: GERMAN, formOf: oneOrOther },
  en: { texts: ENGLISH, formOf: oneOrOther },
  uk: { texts: UKRAINIAN, formOf: slavicForm },
} as const satisfies Readonly<Record<string, BuiltIn>>;

export type LanguageCode = keyof typeof BUILT_IN;

export const LANGUAGE_CODES = Object.keys(BUILT_IN) as readonly LanguageCode[];

/** An operator's texts, by key; of a text in several forms, `<key>.<form>`. */
export type OwnTexts = ReadonlyMap<string, string>;

/** @param own are shown in place of the built-in ones */
export function createLanguage(code: LanguageCode, own: OwnTexts = new Map()): Language {
  const { texts, formOf }: BuiltIn = BUILT_IN[code];
  return {
    template: (key, count) => {
      const text: Text = texts[key];
      if (typeof text === 'string') return own.get(key) ?? text;
      const form = formOf(count ?? 0);
      return own.get(`${key}.${form}`) ?? text[form] ?? own.get(`${key}.other`) ?? text.other;
    },
  };
}

/** What the log is written in, whatever an operator has edited. */
export const PLAIN_ENGLISH = createLanguage('en');

/** The languages as an operator has edited them (G75). */
export class Languages {
  #own: ReadonlyMap<string, OwnTexts> = new Map();
  #created = new Map<LanguageCode, Language>();

  /** @param own by code of the language */
  replace(own: ReadonlyMap<string, OwnTexts>): void {
    this.#own = own;
    this.#created = new Map();
  }

  /** @param locale as in BCP 47, such as `de-AT`; undefined, and any other language, is English */
  of(locale: string | undefined): Language {
    const [code = ''] = (locale ?? '').toLowerCase().split(/[-_]/, 1);
    const known = isLanguageCode(code) ? code : 'en';
    let language = this.#created.get(known);
    if (language === undefined) {
      language = createLanguage(known, this.#own.get(known));
      this.#created.set(known, language);
    }
    return language;
  }
}

function isLanguageCode(code: string): code is LanguageCode {
  return Object.hasOwn(BUILT_IN, code);
}
