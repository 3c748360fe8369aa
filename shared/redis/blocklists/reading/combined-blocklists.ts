import type { FeatureSet } from '../../../feature-control/blocked-features.ts';
import { blockedAt, nextEndMs, unite } from '../../../feature-control/timed-features.ts';
import type { RedisClock } from '../../redis-clock.ts';
import type { BlocklistContents, MirroredBlocklists } from './mirrored-blocklists.ts';

interface CombinedBlocklistsDependencies {
  readonly lists: MirroredBlocklists;
  readonly clock: Pick<RedisClock, 'epochMs'>;
}

/** A list with its timed blocks. */
interface Combined extends BlocklistContents {
  readonly whole: FeatureSet;
  /** When the next timed block ends, in milliseconds since the epoch by Redis's clock. */
  readonly endsMs: number;
}

/**
 * The features that each list blocks now, by the key of its set. A list without timed blocks is the mirrored
 * set itself. A combined list stays the same object until one of its parts changes or a block ends.
 */
export class CombinedBlocklists {
  readonly #dependencies: CombinedBlocklistsDependencies;
  readonly #combined = new Map<string, Combined>();

  constructor(dependencies: CombinedBlocklistsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Empty if the list does not exist. */
  get(key: string): FeatureSet {
    const { clock, lists } = this.#dependencies;
    const { features, timed } = lists.contents(key);
    if (timed.size === 0) {
      this.#combined.delete(key);
      return features;
    }
    const nowMs = clock.epochMs();
    const known = this.#combined.get(key);
    if (known?.features === features && known.timed === timed && nowMs < known.endsMs) return known.whole;
    const whole = unite(features, new Set(blockedAt(timed, nowMs)));
    this.#combined.set(key, { features, timed, whole, endsMs: nextEndMs(timed, nowMs) });
    return whole;
  }

  /** Must be called when the clock of Redis differs from the previous measurement. */
  clockChanged(): void {
    this.#combined.clear();
  }
}
