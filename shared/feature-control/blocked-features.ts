/**
 * A set of feature names: a `Set` in Node, a Java set in the proxy, where a million names would burden the
 * script.
 */
export interface FeatureSet {
  readonly size: number;
  /** Names compare exactly, case included (G14). */
  readonly has: (feature: string) => boolean;
  /** All of them: expensive in the proxy. */
  values(): Iterable<string>;
}

export const NO_FEATURES: FeatureSet = new Set<string>();

/** The two lists that decide about a mod's features. */
export interface Blocklists {
  /** Applies to every client. */
  readonly global: FeatureSet;
  /** Applies to the mod that asks, by its `client` identifier. */
  readonly personal: FeatureSet;
  /** Both in one, where somebody has merged them. */
  readonly either?: FeatureSet;
}

/** Where nothing is blocked. */
export const NO_LISTS: Blocklists = { global: NO_FEATURES, personal: NO_FEATURES };

/** So many are quicker looked for among themselves than put into a set. */
const FEW = 8;

/**
 * A feature is blocked when it is in the global block list or in the personal one of the client (section 4.2,
 * rule 2).
 * @returns only features that were asked for (rule 3), in the order of the request, each once (G14)
 */
export function selectBlockedFeatures(
  features: readonly string[],
  { global, personal, either }: Blocklists,
): string[] {
  const only = either ?? (personal.size === 0 ? global : undefined);
  // Hands over the set's own function, and not one that calls it: the proxy's interpreter pays for each call.
  const blocked =
    only === undefined ? selectEither(features, global, personal) : features.filter(only.has, only);
  return blocked.length > FEW || holdsTwice(blocked) ? [...new Set(blocked)] : blocked;
}

/** Whether a feature is there more than once. */
function holdsTwice(features: readonly string[]): boolean {
  for (let index = 1; index < features.length; index += 1)
    if (features.indexOf(features[index] ?? '') < index) return true;
  return false;
}

function selectEither(features: readonly string[], global: FeatureSet, personal: FeatureSet): string[] {
  return features.filter((feature) => global.has(feature) || personal.has(feature));
}
