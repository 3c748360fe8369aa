import { nearestName } from '../../shared/nearest-name.ts';

/**
 * Returns a hint for an unknown name: the known one that it resembles, or all of them.
 * @param what the known names, such as `the keys`
 */
export function didYouMean(name: string, known: readonly string[], what: string): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? `${what} are ${known.join(', ')}` : `did you mean ${nearest}?`;
}
