import type { Blocklists } from '../../../shared/feature-control/blocked-features.ts';
import type { BlocklistStore } from '../../../shared/feature-control/blocklist-store.ts';
import { BLOCKED } from '../../../shared/feature-control/entry-state.ts';
import { NO_CONTENTS } from '../../../shared/feature-control/list-contents.ts';
import type { ListContents } from '../../../shared/feature-control/list-contents.ts';

/** Returns a list that blocks these features permanently. */
export function blocking(features: Iterable<string>): ListContents {
  return new Map(Array.from(features, (feature) => [feature, BLOCKED]));
}

/** A blocklist store with lists set by the test. */
export class MemoryBlocklistStore implements BlocklistStore {
  readonly #global: ListContents;
  readonly #personal: ReadonlyMap<string, ListContents>;

  constructor(global: readonly string[] = [], personal: Readonly<Record<string, readonly string[]>> = {}) {
    this.#global = blocking(global);
    this.#personal = new Map(
      Object.entries(personal).map(([client, features]) => [client, blocking(features)]),
    );
  }

  lookUp(client: string): Blocklists {
    return {
      forEveryClient: [this.#global],
      personal: this.#personal.get(client) ?? NO_CONTENTS,
      nowMs: 0,
    };
  }
}
