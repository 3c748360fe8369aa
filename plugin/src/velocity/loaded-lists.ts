import type { RedisBlocklistStore } from '../../../shared/redis/blocklists/reading/redis-blocklist-store.ts';

/**
 * The lists for readers that cannot query Redis. Until the current service has loaded its lists, they are
 * those of the service before it, so that a blocked feature is never reported as not blocked (G18, G73).
 */
export class LoadedLists {
  readonly #current: () => RedisBlocklistStore;
  readonly #onLoaded: () => void;
  #loaded: RedisBlocklistStore | undefined;

  /**
   * @param current returns the lists of the current service
   * @param onLoaded called when the lists of the current service are loaded, after the start and each reload
   */
  constructor(current: () => RedisBlocklistStore, onLoaded: () => void) {
    this.#current = current;
    this.#onLoaded = onLoaded;
  }

  /** Undefined before the lists of any service were loaded. */
  get lists(): RedisBlocklistStore | undefined {
    return this.#loaded;
  }

  /** Must be called when the first service exists, and when another one has replaced it. */
  serviceChanged(): void {
    const lists = this.#current();
    void lists.available.then(() => {
      // A reload may have replaced the service in the meantime.
      if (lists !== this.#current()) return;
      this.#loaded = lists;
      this.#onLoaded();
    });
  }
}
