import type { Timers } from './timers.ts';

/**
 * A promise that is settled in time. What `work` settles with after that is ignored.
 * @param deadlineMs milliseconds from now
 * @returns rejects with an Error where `work` takes longer
 */
export function withDeadline<T>(work: Promise<T>, deadlineMs: number, timers: Timers): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = timers.after(deadlineMs, () => {
      reject(new Error(`No answer within ${deadlineMs} ms`));
    });
    void work.finally(cancel).then(resolve, reject);
  });
}
