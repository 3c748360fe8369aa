import type { Timers } from './timers.ts';

/**
 * Settles like `work`, or rejects after a timeout. Later results of `work` are ignored.
 * @throws {Error} if `work` takes longer
 */
export function withTimeout<T>(work: Promise<T>, timeoutMs: number, timers: Timers): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = timers.after(timeoutMs, () => {
      reject(new Error(`No answer within ${timeoutMs} ms`));
    });
    void work.then(cancel, cancel);
    void work.then(resolve, reject);
  });
}
