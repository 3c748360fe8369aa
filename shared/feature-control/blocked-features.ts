import type { FeatureSet } from './feature-set.ts';

/** The two lists that decide about a mod's features. */
export interface Blocklists {
  /** Applies to every client. */
  readonly global: FeatureSet;
  /** Applies to the mod that asks, by its `client` identifier. */
  readonly personal: FeatureSet;
  /** Both in one, where somebody has merged them. */
  readonly either?: FeatureSet;
}

/**
 * A feature is blocked when it is in the global block list or in the personal one of the client (section 4.2, rule 2).
 * @returns only features that were asked for (rule 3), in the order of the request, each once (G14)
 */
export function selectBlockedFeatures(
  features: readonly string[],
  { global, personal, either }: Blocklists,
): string[] {
  const blocked =
    selectFrom(personal.size === 0 ? global : either, features) ?? selectEither(features, global, personal);
  return blocked.length > 1 ? [...new Set(blocked)] : blocked;
}

/** Hands over the set's own function, and not one that calls it: the proxy's interpreter pays for each call. */
function selectFrom(list: FeatureSet | undefined, features: readonly string[]): string[] | undefined {
  return list && features.filter(list.has, list);
}

function selectEither(features: readonly string[], global: FeatureSet, personal: FeatureSet): string[] {
  return features.filter((feature) => global.has(feature) || personal.has(feature));
}
