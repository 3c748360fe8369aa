import { ERRORS, WRITES } from '../support/fault.ts';
import type { NetworkUnderTest } from './network-under-test.ts';

/** Something that goes wrong, and is over again. */
export interface NamedFault {
  readonly name: string;
  readonly begin: (network: NetworkUnderTest) => Promise<void>;
  readonly end: (network: NetworkUnderTest) => Promise<void>;
  /** Whether reading is disturbed, so that health must say `degraded`. */
  readonly degrades: boolean;
  /** Whether it is tried by `npm run chaos` alone. */
  readonly longFormOnly?: boolean;
  /** Whether what the sidecar serves is lost with it. */
  readonly empties?: boolean;
}

const over = async ({ faults }: NetworkUnderTest): Promise<void> => {
  await faults.set({ kind: 'none' });
};

const error = (name: keyof typeof ERRORS, commands?: readonly string[]): NamedFault => ({
  name: `answers ${name}${commands === undefined ? '' : ' to writes'}`,
  begin: async ({ faults }) => {
    const which = commands === undefined ? {} : { commands };
    await faults.set({ kind: 'error', error: ERRORS[name], ...which });
  },
  end: over,
  degrades: commands === undefined,
  longFormOnly: name !== 'LOADING',
});

export const FAULTS: readonly NamedFault[] = [
  {
    name: 'killed, back with its data',
    begin: async ({ redis }) => {
      await redis.kill();
    },
    end: async ({ redis }) => {
      await redis.restart();
    },
    degrades: true,
  },
  {
    name: 'killed, back empty',
    begin: async ({ redis }) => {
      await redis.kill();
    },
    end: async ({ redis }) => {
      await redis.restart({ empty: true });
    },
    degrades: true,
    empties: true,
  },
  {
    name: 'stopped (SIGSTOP)',
    begin: ({ redis }) => {
      redis.pause();
      return Promise.resolve();
    },
    end: ({ redis }) => {
      redis.resume();
      return Promise.resolve();
    },
    degrades: true,
  },
  {
    name: 'black-holed',
    begin: async ({ faults }) => {
      await faults.set({ kind: 'black-hole' });
    },
    end: over,
    degrades: true,
  },
  {
    name: 'slow (200 ms)',
    begin: async ({ faults }) => {
      await faults.set({ kind: 'delay', ms: 200 });
    },
    end: over,
    degrades: false,
    longFormOnly: true,
  },
  {
    name: 'resets connections',
    begin: async ({ faults }) => {
      await faults.set({ kind: 'reset' });
    },
    end: over,
    degrades: true,
  },
  error('LOADING'),
  error('NOAUTH'),
  error('OOM', WRITES),
  error('READONLY', WRITES),
];
