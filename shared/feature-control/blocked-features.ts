/** A set of feature names. */
export interface FeatureSet extends ReadonlySet<string> {
  /** Names compare exactly, case included (G14). */
  readonly has: (feature: string) => boolean;
}

export const NO_FEATURES: FeatureSet = new Set<string>();

/** The two lists that decide about a mod's features. */
export interface Blocklists {
  /** Applies to every client. */
  readonly global: Pick<FeatureSet, 'has'>;
  /** Applies to the requesting mod, identified by `client`. */
  readonly personal: FeatureSet;
}

/** Empty lists: nothing is blocked. */
export const NO_LISTS = { global: NO_FEATURES, personal: NO_FEATURES };

/**
 * Returns the blocked ones of the requested features. A feature is blocked if it is in the global blocklist
 * or in the personal one of the client (section 4.2, rule 2).
 * @returns only requested features (rule 3), in the order of the request, each once (G14)
 */
export function selectBlockedFeatures(
  features: readonly string[],
  { global, personal }: Blocklists,
): string[] {
  return [...new Set(features.filter((feature) => global.has(feature) || personal.has(feature)))];
}
