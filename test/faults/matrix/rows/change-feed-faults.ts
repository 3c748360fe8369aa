import type { Redis } from 'ioredis';
import type { RedisNetwork } from '../network-under-test.ts';
import { underLoad } from '../under-load.ts';
import type { FaultUnderLoad } from '../under-load.ts';

/** Default interval in which both programs check for missed changes. */
const RESYNC_MS = 10_000;

const CUT_EVERY_MS = 200;

/** Matches a connection with client tracking in the reply of `CLIENT LIST`. */
const TRACKING = / flags=\w*t/;

const silent: FaultUnderLoad<RedisNetwork> = {
  fault: 'Only the connections that report changes fall silent',
  begin: ({ faults }) => faults.set({ kind: 'black-hole', only: 'change feeds' }),
  end: ({ faults }) => faults.set({ kind: 'none' }),
  degrades: false,
  editsWithinMs: RESYNC_MS,
};

function cutRepeatedly(): FaultUnderLoad<RedisNetwork> {
  let timer: NodeJS.Timeout | undefined;
  return {
    fault: 'Only the connections that report changes are cut, repeatedly',
    begin: ({ admin }) => {
      timer = setInterval(() => void cutChangeFeeds(admin), CUT_EVERY_MS);
    },
    end: () => {
      clearInterval(timer);
    },
    degrades: false,
    editsWithinMs: RESYNC_MS,
  };
}

async function cutChangeFeeds(admin: Redis): Promise<void> {
  const clients = String(await admin.client('LIST')).split('\n');
  for (const client of clients.filter((line) => TRACKING.test(line))) {
    const id = /^id=(\d+)/.exec(client)?.[1] ?? '';
    await admin.call('CLIENT', 'KILL', 'ID', id);
  }
}

/** Faults of the connections that report changes, while commands still work. */
export const CHANGE_FEED_FAULTS = [silent, cutRepeatedly()].map((fault) => underLoad(fault));
