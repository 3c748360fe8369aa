/**
 * Throttles a function that sends requests: it runs at most once in an interval, never concurrently, and
 * never while the page is hidden. Calls of `request` in between are coalesced into one run, which starts when
 * the interval has ended and the page is visible.
 */
export class Throttled {
  readonly #run: () => Promise<void>;
  readonly #intervalMs: number;
  #isRequested = false;
  #isBusy = false;
  #isStopped = false;

  /** @param intervalMs from the end of one run to the start of the next one, in milliseconds */
  constructor(run: () => Promise<void>, intervalMs: number) {
    this.#run = run;
    this.#intervalMs = intervalMs;
    document.addEventListener('visibilitychange', this.#runIfRequested);
  }

  readonly request = (): void => {
    this.#isRequested = true;
    this.#runIfRequested();
  };

  readonly stop = (): void => {
    this.#isStopped = true;
    document.removeEventListener('visibilitychange', this.#runIfRequested);
  };

  readonly #runIfRequested = (): void => {
    if (!this.#isRequested || this.#isBusy || this.#isStopped || document.hidden) return;
    this.#isRequested = false;
    this.#isBusy = true;
    void this.#run().finally(() => {
      setTimeout(() => {
        this.#isBusy = false;
        this.#runIfRequested();
      }, this.#intervalMs);
    });
  };
}
