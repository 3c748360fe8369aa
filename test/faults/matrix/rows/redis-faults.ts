import { setTimeout as delay } from 'node:timers/promises';
import { ERRORS, WRITES } from '../../../support/faults/fault.ts';
import type { Fault } from '../../../support/faults/fault.ts';
import type { RedisNetwork } from '../network-under-test.ts';
import { EMPTY_MS } from '../row.ts';
import { underLoad } from '../under-load.ts';
import type { FaultUnderLoad } from '../under-load.ts';

/** A fault of the connections between the programs and a healthy Redis. */
const onConnections = (
  name: string,
  fault: Fault,
  options: Partial<FaultUnderLoad<RedisNetwork>> = {},
): FaultUnderLoad<RedisNetwork> => ({
  fault: name,
  begin: ({ faults }) => faults.set(fault),
  end: ({ faults }) => faults.set({ kind: 'none' }),
  degrades: true,
  ...options,
});

const killed: FaultUnderLoad<RedisNetwork> = {
  fault: 'Redis is killed, and restarted with its data',
  begin: ({ redis }) => redis.kill(),
  end: ({ redis }) => redis.restart(),
  degrades: true,
};

/** Health reports `degraded` until Redis is filled again. */
const emptied: FaultUnderLoad<RedisNetwork> = {
  fault: 'Redis is killed, restarted empty, and filled again later',
  begin: ({ redis }) => redis.kill(),
  end: async (network) => {
    await network.redis.restart({ empty: true });
    await delay(EMPTY_MS);
    await network.fill();
  },
  degrades: true,
};

const stopped: FaultUnderLoad<RedisNetwork> = {
  fault: 'Redis is stopped (SIGSTOP)',
  begin: ({ redis }) => {
    redis.pause();
  },
  end: ({ redis }) => {
    redis.resume();
  },
  degrades: true,
};

const LONG_FORM_ONLY = { longFormOnly: true };
const WRITES_ONLY = { ...LONG_FORM_ONLY, degrades: false };

/** Redis is unreachable, has failed, or refuses commands. */
export const REDIS_FAULTS = [
  killed,
  emptied,
  stopped,
  onConnections('Redis is slow (200 ms)', { kind: 'delay', ms: 200 }, { ...LONG_FORM_ONLY, degrades: false }),
  onConnections('Redis answers LOADING', { kind: 'error', error: ERRORS.LOADING }),
  onConnections(
    'Redis answers OOM to writes',
    { kind: 'error', error: ERRORS.OOM, commands: WRITES },
    WRITES_ONLY,
  ),
  onConnections(
    'Redis answers READONLY to writes',
    { kind: 'error', error: ERRORS.READONLY, commands: WRITES },
    WRITES_ONLY,
  ),
].map((fault) => underLoad(fault));
