import type { Blocklists } from './blocked-features.ts';
import type { FeatureSet } from './feature-set.ts';

/** Longer lists, in features of both together, stay apart: merging them costs more memory than looking twice costs time. */
const MOST_FEATURES = 2000;

/** Clients whose lists are kept merged. */
const MOST_KEPT = 64;

/**
 * The global list and a client's own in one set, for the clients that ask: one look for each feature instead of two is what a check saves most by. A list that has
 * changed is another object, so what was merged of the one before is not taken for it.
 */
export class MergedLists {
  /** By the personal list. */
  readonly #kept = new Map<FeatureSet, Blocklists>();

  /** @returns the same lists, merged where that is worth it */
  merge(lists: Blocklists): Blocklists {
    const kept = this.#kept.get(lists.personal);
    return kept?.global === lists.global ? kept : this.#mergeAnew(lists);
  }

  #mergeAnew({ global, personal }: Blocklists): Blocklists {
    if (global.size + personal.size > MOST_FEATURES) return { global, personal };
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    const merged = { global, personal, either: new Set([...global.values(), ...personal.values()]) };
    this.#kept.set(personal, merged);
    return merged;
  }
}
