/** Orders names as people do: `mod-2` before `mod-10`. */
export const { compare: compareNames } = new Intl.Collator(undefined, { numeric: true });

/** Orders what has a feature by its name. */
export function compareFeatures(
  one: { readonly feature: string },
  other: { readonly feature: string },
): number {
  return compareNames(one.feature, other.feature);
}
