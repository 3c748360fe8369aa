/** The content codings that are offered, the best first. */
const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** @returns the best coding that `Accept-Encoding` takes, judged by its weights; undefined for none, which is to send the body as it is */
export function chooseEncoding(acceptEncoding: string): Encoding | undefined {
  const weights = parseWeights(acceptEncoding);
  const weightOf = (coding: string): number => weights.get(coding) ?? weights.get('*') ?? 0;
  const acceptable = ENCODINGS.filter((encoding) => weightOf(encoding) > 0);
  // Of equal weights, the earlier; sorting is stable. `identity` counts as taken unless it has a weight of its own.
  const [best] = acceptable.sort((a, b) => weightOf(b) - weightOf(a));
  return best !== undefined && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined;
}

const BLANKS = /[ \t]/g;
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** `gzip;q=0.5, br` as gzip → 0.5, br → 1: the lists of `Accept` and `Accept-Encoding`. Names in lower case, without parameters; malformed weights count as 0. */
export function parseWeights(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().replaceAll(BLANKS, '').split(',')) {
    const [name = '', ...parameters] = part.split(';');
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    if (name !== '') weights.set(name, WEIGHT.test(weight) ? Number(weight) : 0);
  }
  return weights;
}
