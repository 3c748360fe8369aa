/**
 * Throttles a function that sends requests: it runs at most once in an interval, never concurrently, and
 * never while the page is hidden. Calls of `request` in between are coalesced into one run, which starts when
 * the interval has ended and the page is visible.
 * @param intervalMs from the end of one run to the start of the next one, in milliseconds
 */
export function throttle(run: () => Promise<void>, intervalMs: number) {
  let isRequested = false;
  let isBusy = false;
  let isStopped = false;
  const runIfRequested = (): void => {
    if (!isRequested || isBusy || isStopped || document.hidden) return;
    isRequested = false;
    isBusy = true;
    void run().finally(() => {
      setTimeout(() => {
        isBusy = false;
        runIfRequested();
      }, intervalMs);
    });
  };
  document.addEventListener('visibilitychange', runIfRequested);
  return {
    request: (): void => {
      isRequested = true;
      runIfRequested();
    },
    stop: (): void => {
      isStopped = true;
      document.removeEventListener('visibilitychange', runIfRequested);
    },
  };
}
