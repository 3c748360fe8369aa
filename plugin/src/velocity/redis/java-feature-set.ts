import type { FeatureSet } from '../../../../shared/feature-control/blocked-features.ts';
import type { JavaSet } from '../../../types/jdk.ts';
import { toArray } from '../java-interop.ts';

/**
 * A set of features that stays in Java: to walk over it would cost the script, and to hold it the script's
 * memory.
 */
export class JavaFeatureSet implements FeatureSet {
  readonly size: number;
  readonly #features: JavaSet<string>;

  /** @param features not changed any more */
  constructor(features: JavaSet<string>) {
    this.#features = features;
    this.size = features.size();
  }

  /** For Java, which reads it on any thread. */
  get java(): JavaSet<string> {
    return this.#features;
  }

  has(feature: string): boolean {
    return this.#features.contains(feature);
  }

  values(): Iterable<string> {
    return toArray(this.#features);
  }
}
