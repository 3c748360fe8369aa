import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { chooseLanguage, translator } from '../texts/translate.ts';
import type { Language, Translate } from '../texts/translate.ts';

const LANGUAGE = 'feature-control.language';

export interface SelectedLanguage {
  readonly language: Language;
  readonly t: Translate;
  /** Selects a language, and remembers it for the next visit. */
  readonly chooseLanguage: (language: Language) => void;
}

/** Returns the language that was selected, or else the one of the browser. */
export function useLanguage(): SelectedLanguage {
  const [language, setLanguage] = useState<Language>(() =>
    chooseLanguage([localStorage.getItem(LANGUAGE) ?? '', ...navigator.languages]),
  );
  const t = useMemo(() => translator(language), [language]);
  // Set together with the texts, because screen readers choose their voice by it.
  useLayoutEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const saveLanguage = (next: Language): void => {
    localStorage.setItem(LANGUAGE, next);
    setLanguage(next);
  };
  return { language, t, chooseLanguage: saveLanguage };
}
