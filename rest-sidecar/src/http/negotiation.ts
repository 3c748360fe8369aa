/** The content codings that are offered, the best first. */
const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export const PROBLEM_DETAILS = 'application/problem+json';

/** @returns the best coding that `Accept-Encoding` takes, by its weights; undefined for the body as it is */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding | undefined {
  if (acceptEncoding === undefined) return undefined;
  const weights = parseWeights(acceptEncoding);
  const weightOf = (coding: string): number => weights.get(coding) ?? weights.get('*') ?? 0;
  const acceptable = ENCODINGS.filter((encoding) => weightOf(encoding) > 0);
  // Of equal weights, the earlier; sorting is stable. `identity` is acceptable unless it has a weight of its
  // own.
  const [best] = acceptable.sort((a, b) => weightOf(b) - weightOf(a));
  return best !== undefined && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined;
}

/** By name, and at least as much as plain JSON; a wildcard asks for nothing in particular. */
export function prefersProblemDetails(accept = ''): boolean {
  const weights = parseWeights(accept);
  const weight = weights.get(PROBLEM_DETAILS) ?? 0;
  return weight > 0 && weight >= (weights.get('application/json') ?? 0);
}

/** By name, as browsers do when an address is opened in them, and more than JSON. */
export function prefersHtml(accept = ''): boolean {
  const weights = parseWeights(accept);
  return (weights.get('text/html') ?? 0) > (weights.get('application/json') ?? 0);
}

const BLANKS = /[ \t]/g;
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/**
 * `gzip;q=0.5, br` as gzip → 0.5, br → 1: the lists of `Accept` and `Accept-Encoding`. Names in lower case,
 * without parameters; malformed weights count as 0.
 */
function parseWeights(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().replaceAll(BLANKS, '').split(',')) {
    const [name = '', ...parameters] = part.split(';');
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    if (name !== '') weights.set(name, WEIGHT.test(weight) ? Number(weight) : 0);
  }
  return weights;
}
