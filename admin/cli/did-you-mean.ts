import { nearestName } from '../../shared/nearest-name.ts';

/**
 * Returns a hint for an unknown name: the known one that it resembles, or all of them.
 * @param plural of the known names, such as `the keys`
 */
export function didYouMean(name: string, known: readonly string[], plural: string): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? `${plural} are ${known.join(', ')}` : `did you mean ${nearest}?`;
}
