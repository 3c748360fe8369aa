/** A set of feature names. */
export interface FeatureSet extends ReadonlySet<string> {
  /** Names compare exactly, case included (G14). */
  readonly has: (feature: string) => boolean;
}

export const NO_FEATURES: FeatureSet = new Set<string>();

/** The two lists that decide about a mod's features. */
export interface Blocklists {
  /** Applies to every client. */
  readonly global: FeatureSet;
  /** Applies to the requesting mod, identified by `client`. */
  readonly personal: FeatureSet;
  /** The union of both, if it is already computed. */
  readonly union?: FeatureSet;
}

/** Empty lists: nothing is blocked. */
export const NO_LISTS: Blocklists = { global: NO_FEATURES, personal: NO_FEATURES };

/** Up to this many names, a linear search for duplicates is faster than a set. */
const MAX_LINEAR = 8;

/**
 * Returns the blocked ones of the requested features. A feature is blocked if it is in the global blocklist
 * or in the personal one of the client (section 4.2, rule 2).
 * @returns only requested features (rule 3), in the order of the request, each once (G14)
 */
export function selectBlockedFeatures(
  features: readonly string[],
  { global, personal, union }: Blocklists,
): string[] {
  const single = union ?? (personal.size === 0 ? global : undefined);
  // Passes the set's own function instead of a closure: the proxy's interpreter pays for each call.
  const blocked =
    single === undefined ? selectFromBoth(features, global, personal) : features.filter(single.has, single);
  return blocked.length > MAX_LINEAR || hasDuplicates(blocked) ? [...new Set(blocked)] : blocked;
}

/** Whether any feature occurs more than once. */
function hasDuplicates(features: readonly string[]): boolean {
  for (let index = 1; index < features.length; index += 1)
    if (features.indexOf(features[index] ?? '') < index) return true;
  return false;
}

function selectFromBoth(features: readonly string[], global: FeatureSet, personal: FeatureSet): string[] {
  return features.filter((feature) => global.has(feature) || personal.has(feature));
}
