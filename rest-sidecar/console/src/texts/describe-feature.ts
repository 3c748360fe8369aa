import { isNeutralName, NEUTRAL_NAMES } from '../../../../shared/bridges/neutral-names.ts';
import type { NeutralName } from '../../../../shared/bridges/neutral-names.ts';
import uk from './features.uk.json' with { type: 'json' };
import type { Language } from './translate.ts';

const SENTENCES: Readonly<Record<Language, Readonly<Record<NeutralName, string>>>> = {
  en: NEUTRAL_NAMES,
  uk,
};

/** What a feature is, in a sentence, of those that bridges know. */
export function describeFeature(name: string, language: Language): string | undefined {
  return isNeutralName(name) ? SENTENCES[language][name] : undefined;
}
