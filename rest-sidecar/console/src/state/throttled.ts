/** Whether anybody can see the page: the part of `document` that says so. */
export interface PageVisibility {
  readonly hidden: boolean;
  addEventListener(type: 'visibilitychange', listener: () => void): void;
  removeEventListener(type: 'visibilitychange', listener: () => void): void;
}

/**
 * Something that asks the sidecar, at most once in an interval, never twice at the same time, and never while
 * the page is hidden. What is requested in between is run once, when the interval is over and the page is
 * shown.
 */
export class Throttled {
  readonly #run: () => Promise<void>;
  readonly #everyMs: number;
  readonly #page: PageVisibility;
  #isRequested = false;
  #isBusy = false;
  #isStopped = false;

  /** @param everyMs from the end of one run to the begin of the next one, in milliseconds */
  constructor(run: () => Promise<void>, everyMs: number, page: PageVisibility = document) {
    this.#run = run;
    this.#everyMs = everyMs;
    this.#page = page;
    page.addEventListener('visibilitychange', this.#runIfRequested);
  }

  readonly request = (): void => {
    this.#isRequested = true;
    this.#runIfRequested();
  };

  readonly stop = (): void => {
    this.#isStopped = true;
    this.#page.removeEventListener('visibilitychange', this.#runIfRequested);
  };

  readonly #runIfRequested = (): void => {
    if (!this.#isRequested || this.#isBusy || this.#isStopped || this.#page.hidden) return;
    this.#isRequested = false;
    this.#isBusy = true;
    void this.#run().finally(() => {
      setTimeout(() => {
        this.#isBusy = false;
        this.#runIfRequested();
      }, this.#everyMs);
    });
  };
}
