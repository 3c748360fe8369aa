import type { TimedFeatures } from '../../../../shared/feature-control/timed-features.ts';
import type { JavaMap, JavaPriorityQueue } from '../../../types/jdk.ts';
import { toArray } from '../java-interop.ts';

/** Timed blocks that stay in Java, for the same reason as {@link JavaFeatureSet}. */
export class JavaTimedFeatures implements TimedFeatures {
  readonly size: number;
  readonly #ends: JavaMap<string, number>;
  /** The ends after `#passedMs`, earliest first. */
  #next: JavaPriorityQueue<number> | undefined;
  #passedMs = -Infinity;

  /** @param ends feature → milliseconds since the epoch; must not be modified afterwards */
  constructor(ends: JavaMap<string, number>) {
    this.#ends = ends;
    this.size = ends.size();
  }

  /** The map itself. */
  get java(): JavaMap<string, number> {
    return this.#ends;
  }

  untilMs(feature: string): number | undefined {
    return this.#ends.get(feature) ?? undefined;
  }

  nextEndMs(nowMs: number): number {
    // The clock may have been set back.
    if (this.#next === undefined || nowMs < this.#passedMs)
      this.#next = new (Java.type('java.util.PriorityQueue'))(this.#ends.values());
    this.#passedMs = nowMs;
    let earliest = this.#next.peek();
    while (earliest !== null && earliest <= nowMs) {
      this.#next.poll();
      earliest = this.#next.peek();
    }
    return earliest ?? Infinity;
  }

  blockedAt(nowMs: number): string[] {
    const blocked = toArray(this.#ends.entrySet()).filter((entry) => entry.getValue() > nowMs);
    return blocked.map((entry) => entry.getKey());
  }
}
