import type { Blocklists } from './blocked-features.ts';

/**
 * Maximum size of merged lists, in features of both together. Merging longer lists costs more memory than the
 * second look-up costs time.
 */
const MAX_MERGED_FEATURES = 2000;

/** Maximum number of merged lists that are cached. */
const MAX_MERGED_LISTS = 64;

/** Maximum number of clients whose lists are cached. */
const MAX_CLIENTS = 256;

/**
 * A cache of the blocklists of each client. One look-up finds both lists, until any list changes. Short lists
 * are merged into one set, so that each feature needs one look-up instead of two.
 */
export class ListsByClient {
  readonly #read: (client: string) => Blocklists | undefined;
  readonly #cached = new Map<string, Blocklists>();
  /**
   * Merged lists by client. A new list replaces the merged list of its predecessor. All clients without a
   * personal list share one, with the key undefined.
   */
  readonly #merged = new Map<string | undefined, Blocklists>();

  /** @param read returns the two current lists; undefined if they were never read */
  constructor(read: (client: string) => Blocklists | undefined) {
    this.#read = read;
  }

  /** @returns undefined if the lists were never read */
  of(client: string): Blocklists | undefined {
    return this.#cached.get(client) ?? this.#readLists(client);
  }

  /** Must be called whenever `read` may return a different result, for any client. */
  changed(): void {
    this.#cached.clear();
  }

  #readLists(client: string): Blocklists | undefined {
    const read = this.#read(client);
    if (read === undefined) return undefined;
    const lists = this.#merge(client, read);
    if (this.#cached.size >= MAX_CLIENTS) this.#cached.clear();
    this.#cached.set(client, lists);
    return lists;
  }

  #merge(client: string, lists: Blocklists): Blocklists {
    const { global, personal } = lists;
    const key = personal.size === 0 ? undefined : client;
    if (key === undefined) this.#merged.delete(client);
    const merged = this.#merged.get(key);
    // A changed list is a new object.
    if (merged?.global === global && merged.personal === personal) return merged;
    this.#merged.delete(key);
    return global.size + personal.size > MAX_MERGED_FEATURES ? lists : this.#mergeLists(key, lists);
  }

  #mergeLists(key: string | undefined, { global, personal }: Blocklists): Blocklists {
    if (this.#merged.size >= MAX_MERGED_LISTS) this.#merged.clear();
    const merged = { global, personal, union: new Set([...global.values(), ...personal.values()]) };
    this.#merged.set(key, merged);
    return merged;
  }
}
