import { NO_FEATURES } from '../../feature-control/feature-set.ts';
import type { FeatureSet } from '../../feature-control/feature-set.ts';

interface CachedList {
  readonly features: FeatureSet | undefined;
  readonly stale: boolean;
}

/** Sizes and state of the lists in memory, for an operator's eyes. */
export interface BlocklistCacheSummary {
  /** Keys with a list, the global one included. */
  readonly lists: number;
  /** Features over all lists. */
  readonly features: number;
  /** Whether every list was read at least once. */
  readonly complete: boolean;
  /** Whether what is in memory is known to be what Redis holds. */
  readonly upToDate: boolean;
}

/** The blocklists as last read, by key, with what is known of their age. Holds no list for a key that is absent in Redis. */
export class BlocklistCache {
  readonly #lists = new Map<string, CachedList>();
  readonly #changed: () => void;
  /** Over all lists. */
  #features = 0;
  #complete = false;
  #allStale = true;

  /** @param changed told whenever `fresh` may return another list than before, of whichever key */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** @returns the list as Redis holds it; undefined where memory cannot say */
  fresh(key: string): FeatureSet | undefined {
    if (this.#allStale) return undefined;
    const list = this.#lists.get(key);
    if (list === undefined) return NO_FEATURES;
    return list.stale ? undefined : list.features;
  }

  /** @returns the list as it was last seen; undefined where it never was */
  lastKnown(key: string): FeatureSet | undefined {
    const list = this.#lists.get(key);
    if (list !== undefined) return list.features;
    return this.#complete ? NO_FEATURES : undefined;
  }

  markStale(key: string): void {
    const known = this.#lists.get(key);
    if (known?.stale === true) return;
    this.#lists.set(key, { features: known?.features ?? this.lastKnown(key), stale: true });
    this.#changed();
  }

  markAllStale(): void {
    this.#allStale = true;
    this.#changed();
  }

  store(key: string, features: FeatureSet): void {
    this.#features += features.size - this.sizeOf(key);
    if (features.size === 0) this.#lists.delete(key);
    else this.#lists.set(key, { features, stale: false });
    this.#changed();
  }

  /** The key holds no list: what was last seen goes on, and nothing where nothing was. */
  keepLastKnown(key: string): void {
    this.store(key, this.lastKnown(key) ?? NO_FEATURES);
  }

  /** Every list has been read since `markAllStale`. */
  markComplete(): void {
    this.#complete = true;
    this.#allStale = false;
    this.#changed();
  }

  keys(): string[] {
    return [...this.#lists.keys()];
  }

  sizeOf(key: string): number {
    return this.#lists.get(key)?.features?.size ?? 0;
  }

  get upToDate(): boolean {
    return !this.#allStale;
  }

  summary(): BlocklistCacheSummary {
    return {
      lists: this.#lists.size,
      features: this.#features,
      complete: this.#complete,
      upToDate: this.#complete && !this.#allStale,
    };
  }
}
