/** Lists that may not be loaded yet. */
export interface LoadableLists {
  /** Resolves when every list is available; never rejects. */
  readonly available: Promise<void>;
}

export interface LoadedListsDependencies<Lists extends LoadableLists> {
  /** Returns the lists of the current service. */
  readonly current: () => Lists;
  /** Called when the lists of the current service are loaded, after the start and after each reload. */
  readonly loaded: () => void;
}

/**
 * The lists for readers that cannot query Redis. Until the current service has loaded its lists, they are
 * those of the service before it, so that a blocked feature is never reported as not blocked (G18, G73).
 */
export class LoadedLists<Lists extends LoadableLists> {
  readonly #dependencies: LoadedListsDependencies<Lists>;
  #loaded: Lists | undefined;

  constructor(dependencies: LoadedListsDependencies<Lists>) {
    this.#dependencies = dependencies;
  }

  /** Undefined before the lists of any service were loaded. */
  get lists(): Lists | undefined {
    return this.#loaded;
  }

  /** Must be called when the first service exists, and when another one has replaced it. */
  serviceChanged(): void {
    const { current, loaded } = this.#dependencies;
    const lists = current();
    void lists.available.then(() => {
      // A reload may have replaced the service in the meantime.
      if (lists !== current()) return;
      this.#loaded = lists;
      loaded();
    });
  }
}
