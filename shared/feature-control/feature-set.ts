/** A set of feature names: a `Set` in Node, a Java set in the proxy, where a million names would burden the script. */
export interface FeatureSet {
  readonly size: number;
  /** Names compare exactly, case included (G14). */
  readonly has: (feature: string) => boolean;
  /** All of them: expensive in the proxy. */
  values(): Iterable<string>;
}

export const NO_FEATURES: FeatureSet = new Set<string>();
