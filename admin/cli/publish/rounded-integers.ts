/**
 * Returns whether a number as written is an integer beyond 2^53, which would be rounded.
 * @param source a number of YAML or JSON
 */
export function isRoundedInteger(source: string): boolean {
  return /^[-+]?(?:\d+|0[xo][\da-f]+)$/i.test(source) && !Number.isSafeInteger(Number(source));
}

/** Returns whether JSON contains such an integer, outside of its strings. */
export function hasRoundedInteger(json: string): boolean {
  const words = json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').matchAll(/[-+.\w]+/g);
  return [...words].some(([word]) => isRoundedInteger(word));
}
