import { ERRORS, WRITES } from '../../../support/faults/fault.ts';
import type { Fault } from '../../../support/faults/fault.ts';
import type { RedisNetwork } from '../network-under-test.ts';
import { EMPTY_MS, pass } from '../row.ts';
import { underLoad } from '../under-load.ts';
import type { LoadedFault } from '../under-load.ts';

/** Faults between the programs and a healthy Redis. */
const between = (
  fault: string,
  made: Fault,
  rest: Partial<LoadedFault<RedisNetwork>> = {},
): LoadedFault<RedisNetwork> => ({
  fault,
  begin: ({ faults }) => faults.set(made),
  end: ({ faults }) => faults.set({ kind: 'none' }),
  degrades: true,
  ...rest,
});

const killed: LoadedFault<RedisNetwork> = {
  fault: 'Redis is killed, back with its data',
  begin: ({ redis }) => redis.kill(),
  end: ({ redis }) => redis.restart(),
  degrades: true,
};

/** Health reports `degraded` until Redis is filled again. */
const emptied: LoadedFault<RedisNetwork> = {
  fault: 'Redis is killed, back empty, and filled again later',
  begin: ({ redis }) => redis.kill(),
  end: async (network) => {
    await network.redis.restart({ empty: true });
    await pass(EMPTY_MS);
    await network.fill();
  },
  degrades: true,
};

const stopped: LoadedFault<RedisNetwork> = {
  fault: 'Redis is stopped (SIGSTOP)',
  begin: ({ redis }) => {
    redis.pause();
  },
  end: ({ redis }) => {
    redis.resume();
  },
  degrades: true,
};

const LONG = { longFormOnly: true };
const ONLY_WRITES = { ...LONG, degrades: false };

/** Redis is unreachable, failing, or refuses commands. */
export const REDIS_FAULTS = [
  killed,
  emptied,
  stopped,
  between('Redis is black-holed', { kind: 'black-hole' }),
  between('Redis is slow (200 ms)', { kind: 'delay', ms: 200 }, { ...LONG, degrades: false }),
  between('Redis resets connections', { kind: 'reset' }),
  between('Redis answers LOADING', { kind: 'error', error: ERRORS.LOADING }),
  between('Redis answers NOAUTH', { kind: 'error', error: ERRORS.NOAUTH }, LONG),
  between('Redis answers OOM to writes', { kind: 'error', error: ERRORS.OOM, commands: WRITES }, ONLY_WRITES),
  between(
    'Redis answers READONLY to writes',
    { kind: 'error', error: ERRORS.READONLY, commands: WRITES },
    ONLY_WRITES,
  ),
].map((fault) => underLoad(fault));
