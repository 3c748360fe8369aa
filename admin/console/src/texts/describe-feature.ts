import { isNeutralName, NEUTRAL_NAMES } from '../../../../shared/bridges/neutral-names.ts';
import type { NeutralName } from '../../../../shared/bridges/neutral-names.ts';
import uk from './features.uk.json' with { type: 'json' };
import type { Language } from './translate.ts';

const SENTENCES: Readonly<Record<Language, Readonly<Record<NeutralName, string>>>> = {
  en: NEUTRAL_NAMES,
  uk,
};

/** Returns a sentence that describes a feature; undefined for features that no bridge knows. */
export function describeFeature(name: string, language: Language): string | undefined {
  return isNeutralName(name) ? SENTENCES[language][name] : undefined;
}
