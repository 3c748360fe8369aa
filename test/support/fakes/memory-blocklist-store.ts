import type { Blocklists } from '../../../shared/feature-control/blocked-features.ts';
import type { BlocklistStore } from '../../../shared/feature-control/blocklist-store.ts';
import { BLOCKED } from '../../../shared/feature-control/entry-state.ts';
import type { ListContents } from '../../../shared/feature-control/list-contents.ts';

/** Returns a list that blocks these features permanently. */
export function blocking(features: Iterable<string>): ListContents {
  return new Map(Array.from(features, (feature) => [feature, BLOCKED]));
}

/** Returns a global and a personal list that block these features permanently. */
export function blocklistsOf(global: Iterable<string>, personal: Iterable<string> = []): Blocklists {
  return { forEveryClient: [blocking(global)], personal: blocking(personal), nowMs: 0 };
}

/** A blocklist store with lists set by the test. */
export class MemoryBlocklistStore implements BlocklistStore {
  readonly #global: readonly string[];
  readonly #personal: ReadonlyMap<string, readonly string[]>;

  constructor(global: readonly string[] = [], personal: Readonly<Record<string, readonly string[]>> = {}) {
    this.#global = global;
    this.#personal = new Map(Object.entries(personal));
  }

  lookUp(client: string): Blocklists {
    return blocklistsOf(this.#global, this.#personal.get(client));
  }
}
