import type { FaultProxy } from '../../../support/faults/fault-proxy.ts';
import { brokenGuarantees } from '../row.ts';
import type { Watch } from './watch.ts';

const EVERY_MS = 10;

/** Measures the number of commands of both programs that wait for a reply of Redis. */
export function watchPending(faults: FaultProxy, maxPending: number): Watch {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, faults.pending);
  }, EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      return Promise.resolve({
        load: [],
        seen: [`at most ${peak} commands waiting`],
        broken: brokenGuarantees({
          [`${peak} commands waiting, more than ${maxPending}`]: peak <= maxPending,
        }),
      });
    },
  };
}
