import type { Redis } from 'ioredis';
import type { RedisNetwork } from '../network-under-test.ts';
import { underLoad } from '../under-load.ts';
import type { LoadedFault } from '../under-load.ts';

/** The interval that both programs look for missed changes in, by default. */
const RESYNC_MS = 10_000;

const CUT_EVERY_MS = 200;

/** Flags in Redis's list of clients: one that receives the keys that change. */
const TRACKS = / flags=\w*t/;

const swallowed: LoadedFault<RedisNetwork> = {
  fault: 'The connections that report changes fall silent, alone',
  begin: ({ faults }) => faults.set({ kind: 'black-hole', only: 'change feeds' }),
  end: ({ faults }) => faults.set({ kind: 'none' }),
  degrades: false,
  editsWithinMs: RESYNC_MS,
};

function cutAgainAndAgain(): LoadedFault<RedisNetwork> {
  let timer: NodeJS.Timeout | undefined;
  return {
    fault: 'The connections that report changes are cut, alone, again and again',
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
  for (const client of clients.filter((line) => TRACKS.test(line))) {
    const id = /^id=(\d+)/.exec(client)?.[1] ?? '';
    await admin.call('CLIENT', 'KILL', 'ID', id);
  }
}

/** The connection that reports changes is lost, while commands still work. */
export const CHANGE_FEED_FAULTS = [swallowed, cutAgainAndAgain()].map((fault) => underLoad(fault));
