import type { FeatureSet } from '../../../../shared/feature-control/blocked-features.ts';
import type { JavaSet } from '../../../types/jdk.ts';
import { toArray } from '../java-interop.ts';

/** A set of features that stays in Java: copying it would cost time and memory of the script. */
export class JavaFeatureSet implements FeatureSet {
  readonly size: number;
  readonly #features: JavaSet<string>;

  /** @param features must not be modified afterwards */
  constructor(features: JavaSet<string>) {
    this.#features = features;
    this.size = features.size();
  }

  /** The set itself, which Java code may read on any thread. */
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
