/** The supported content codings, in order of preference. */
const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** @returns the preferred coding of `Accept-Encoding`, by its weights; undefined for the uncompressed body */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding | undefined {
  if (acceptEncoding === undefined) return undefined;
  const weights = parseWeights(acceptEncoding);
  const weightOf = (coding: string): number => weights.get(coding) ?? weights.get('*') ?? 0;
  const acceptable = ENCODINGS.filter((encoding) => weightOf(encoding) > 0);
  // Of equal weights, the earlier in the list of codings wins, as sorting is stable. `identity` only competes
  // if it has an explicit weight.
  const [best] = acceptable.sort((a, b) => weightOf(b) - weightOf(a));
  return best !== undefined && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined;
}

const WHITESPACE = /[ \t]/g;
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/**
 * Parses `Accept-Encoding`: `gzip;q=0.5, br` becomes gzip → 0.5, br → 1. Names are in
 * lower case and without parameters; malformed weights count as 0.
 */
function parseWeights(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().replaceAll(WHITESPACE, '').split(',')) {
    const [name = '', ...parameters] = part.split(';');
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    if (name !== '') weights.set(name, WEIGHT.test(weight) ? Number(weight) : 0);
  }
  return weights;
}
