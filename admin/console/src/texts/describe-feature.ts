import { isNeutralName, NEUTRAL_NAMES } from '../../../../shared/bridges/neutral-names.ts';
import type { NeutralName } from '../../../../shared/bridges/neutral-names.ts';
import uk from './features.uk.json' with { type: 'json' };
import { LANGUAGE } from './translate.ts';

const SENTENCES: Readonly<Record<NeutralName, string>> = { en: NEUTRAL_NAMES, uk }[LANGUAGE];

/** Returns a sentence that describes a feature; undefined for features that no bridge knows. */
export function describeFeature(name: string): string | undefined {
  return isNeutralName(name) ? SENTENCES[name] : undefined;
}
