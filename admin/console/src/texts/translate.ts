import en from './en.json' with { type: 'json' };
import uk from './uk.json' with { type: 'json' };

export type TextKey = keyof typeof en;
export type Language = 'en' | 'uk';
export type TextValues = Readonly<Record<string, string | number>>;
export type Translate = (key: TextKey, values?: TextValues) => string;

export const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', uk: 'Українська' };

const TEXTS: Readonly<Record<Language, Readonly<Record<TextKey, string>>>> = { en, uk };

/** Returns a function that looks up texts in a language, and replaces each `{name}` by its value. */
export function translator(language: Language): Translate {
  const texts = TEXTS[language];
  return (key, values = {}) =>
    texts[key].replace(/\{(\w+)\}/g, (all, name: string) => {
      const value = values[name];
      return value === undefined ? all : String(value);
    });
}

/** @param preferred language tags of the browser, in order of preference */
export function chooseLanguage(preferred: readonly string[]): Language {
  const known = preferred.map((tag) => tag.slice(0, 2).toLowerCase());
  return known.find((tag): tag is Language => tag === 'en' || tag === 'uk') ?? 'en';
}
