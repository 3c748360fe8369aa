/** Characters with a meaning in the patterns of `SCAN MATCH`. */
const SPECIAL = /[\\*?[\]]/g;

/**
 * Returns the narrowest pattern of `SCAN MATCH` for texts that start with one of the prefixes. For several
 * prefixes it may match further texts: one pattern can only distinguish the first character in which the
 * prefixes differ.
 */
export function globFor(prefixes: readonly string[]): string {
  const [first = ''] = prefixes;
  let length = 0;
  while (length < first.length && prefixes.every((prefix) => prefix[length] === first[length])) length += 1;
  const common = first.slice(0, length).replace(SPECIAL, '\\$&');
  const next = new Set(prefixes.map((prefix) => prefix[length]));
  if (next.has(undefined)) return `${common}*`;
  return `${common}[${[...next].map((character) => `\\${character}`).join('')}]*`;
}
