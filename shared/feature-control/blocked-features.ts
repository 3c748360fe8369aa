import type { FeatureSet } from './feature-set.ts';

/** The two lists that decide about a mod's features. */
export interface Blocklists {
  /** Applies to every client. */
  readonly global: FeatureSet;
  /** Applies to the mod that asks, by its `client` identifier. */
  readonly personal: FeatureSet;
}

/**
 * A feature is blocked when it is in the global block list or in the personal one of the client (section 4.2, rule 2).
 * @returns only features that were asked for (rule 3), in the order of the request, each once (G14)
 */
export function selectBlockedFeatures(
  features: readonly string[],
  { global, personal }: Blocklists,
): string[] {
  const blocked = features.filter((feature) => global.has(feature) || personal.has(feature));
  return blocked.length > 1 ? [...new Set(blocked)] : blocked;
}
