import type { FaultProxy } from '../../../support/faults/fault-proxy.ts';
import { brokenAmong } from '../row.ts';
import type { Watch } from './watch.ts';

const EVERY_MS = 10;

/** Counts the commands of both programs that are waiting for a reply of Redis. */
export function watchPending(faults: FaultProxy, most: number): Watch {
  let seen = 0;
  const timer = setInterval(() => {
    seen = Math.max(seen, faults.pending);
  }, EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      return Promise.resolve({
        load: [],
        seen: [`at most ${seen} commands waiting`],
        broken: brokenAmong({ [`${seen} commands waiting, more than ${most}`]: seen <= most }),
      });
    },
  };
}
