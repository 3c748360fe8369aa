import type { Timers } from './timers.ts';

/**
 * Settles like `work`, or rejects at a deadline. Later results of `work` are ignored.
 * @param deadlineMs milliseconds from now
 * @returns rejects with an Error if `work` takes longer
 */
export function withDeadline<T>(work: Promise<T>, deadlineMs: number, timers: Timers): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = timers.after(deadlineMs, () => {
      reject(new Error(`No answer within ${deadlineMs} ms`));
    });
    void work.then(cancel, cancel);
    void work.then(resolve, reject);
  });
}
