import type { Blocklists } from '../../../shared/feature-control/blocked-features.ts';
import { NO_FEATURES } from '../../../shared/feature-control/blocked-features.ts';
import type { BlocklistStore } from '../../../shared/feature-control/blocklist-store.ts';

/** A blocklist store with lists set by the test. */
export class MemoryBlocklistStore implements BlocklistStore {
  readonly #global: ReadonlySet<string>;
  readonly #personal: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(global: readonly string[] = [], personal: Readonly<Record<string, readonly string[]>> = {}) {
    this.#global = new Set(global);
    this.#personal = new Map(
      Object.entries(personal).map(([client, features]) => [client, new Set(features)]),
    );
  }

  lookUp(client: string): Blocklists {
    return { global: this.#global, personal: this.#personal.get(client) ?? NO_FEATURES };
  }
}
