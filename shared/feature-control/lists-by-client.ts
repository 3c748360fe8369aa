import type { Blocklists, FeatureSet } from './blocked-features.ts';

/**
 * Longer lists, in features of both together, stay apart: merging them costs more memory than looking twice
 * costs time.
 */
const MOST_FEATURES = 2000;

/** Clients whose lists are kept merged. */
const MOST_MERGED = 64;

/** Clients whose lists are kept at hand. */
const MOST_AT_HAND = 256;

/**
 * The lists that decide about a client's features, for the clients that ask: found by one look, until any
 * list changes; and merged into one set, where they are not long: one look for each feature instead of two is
 * what a check saves most by.
 */
export class ListsByClient {
  readonly #read: (client: string) => Blocklists | undefined;
  readonly #atHand = new Map<string, Blocklists>();
  /**
   * By the personal list. A list that has changed is another object, so what was merged of the one before is
   * not taken for it.
   */
  readonly #merged = new Map<FeatureSet, Blocklists>();

  /** @param read the two lists as they are now; undefined where memory cannot say */
  constructor(read: (client: string) => Blocklists | undefined) {
    this.#read = read;
  }

  /** @returns undefined where memory cannot say */
  of(client: string): Blocklists | undefined {
    return this.#atHand.get(client) ?? this.#readAnew(client);
  }

  /** To be called whenever what `read` returns may be another, for whichever client. */
  changed(): void {
    this.#atHand.clear();
  }

  #readAnew(client: string): Blocklists | undefined {
    const read = this.#read(client);
    if (read === undefined) return undefined;
    const lists = this.#merge(read);
    if (this.#atHand.size >= MOST_AT_HAND) this.#atHand.clear();
    this.#atHand.set(client, lists);
    return lists;
  }

  #merge(lists: Blocklists): Blocklists {
    const { global, personal } = lists;
    const merged = this.#merged.get(personal);
    if (merged?.global === global) return merged;
    return global.size + personal.size > MOST_FEATURES ? lists : this.#mergeAnew(lists);
  }

  #mergeAnew({ global, personal }: Blocklists): Blocklists {
    if (this.#merged.size >= MOST_MERGED) this.#merged.clear();
    const merged = { global, personal, either: new Set([...global.values(), ...personal.values()]) };
    this.#merged.set(personal, merged);
    return merged;
  }
}
