import type { FeatureSet } from '../../../../shared/feature-control/feature-set.ts';
import type { JavaList, JavaSet } from '../../../types/jdk.ts';
import { toArray } from '../to-array.ts';

/** A set of up to so many features is kept in the script, where asking is cheap; of a larger one each member would burden the script's memory. */
const MOST_IN_SCRIPT = 1000;

/** A large set of features, kept in Java and filled page by page, without the script ever walking over it. */
export class JavaFeatureSet implements FeatureSet {
  readonly #features: JavaSet<string>;

  constructor() {
    this.#features = new (Java.type('java.util.HashSet'))<string>();
  }

  get size(): number {
    return this.#features.size();
  }

  has(feature: string): boolean {
    return this.#features.contains(feature);
  }

  addAll(page: JavaList<string>): void {
    this.#features.addAll(page);
  }
}

/** @param page all there is of the set */
export function createFeatureSet(page: JavaList<string>): FeatureSet {
  if (page.size() <= MOST_IN_SCRIPT) return new Set(toArray(page));
  const features = new JavaFeatureSet();
  features.addAll(page);
  return features;
}
