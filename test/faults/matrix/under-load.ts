import { seeEdits } from './edits.ts';
import { BLOCKED, EXPECTED } from './network-under-test.ts';
import type { Network } from './network-under-test.ts';
import { mergeOutcomes } from './row.ts';
import type { Form, Row } from './row.ts';
import { watchChecks } from './watches/check-watch.ts';
import { watchGets } from './watches/get-watch.ts';
import { watchHealth } from './watches/health-watch.ts';
import { watchPending } from './watches/pending-watch.ts';
import type { Watch } from './watches/watch.ts';

/** Something that goes wrong under load, and is over again. */
export interface LoadedFault<N> {
  readonly fault: string;
  readonly begin: (network: N) => void | Promise<void>;
  readonly end: (network: N) => void | Promise<void>;
  /** Whether reading is disturbed, so that health must say `degraded`. */
  readonly degrades: boolean;
  /** Whether it is tried by `npm run chaos` alone. */
  readonly longFormOnly?: boolean;
  /** Whether what the sidecar serves is lost with it. */
  readonly empties?: boolean;
}

const BEFORE_MS = 500;
const AFTER_MS = 1500;

/** How long a command waits for Redis, and how long all of an answer may take. */
const COMMAND_TIMEOUT_MS = 500;
const ANSWER_MS = 2 * COMMAND_TIMEOUT_MS;
const HEALTH_MS = 2000;

/** Few players, who ask all the time. */
const EAGER = { name: 'eager', players: 5, perSecond: 50, blocked: BLOCKED };

/** A row with the load and the promises that the whole matrix has. */
export function underLoad<N extends Network>(fault: LoadedFault<N>): Row<N> {
  const promises = [
    'no check unanswered or wrong, at most one permit too many, GETs all 200, pending work bounded, edits seen after',
    ...(fault.degrades ? ['degraded and ok within 2 s'] : []),
  ];
  return {
    fault: fault.fault,
    promise: promises.join(', '),
    longFormOnly: fault.longFormOnly ?? false,
    run: async (network, form) => {
      const watches = await startWatches(network, fault, form);
      await pass(BEFORE_MS);
      for (const watch of watches) watch.began?.();
      await fault.begin(network);
      await pass(form.faultMs);
      await fault.end(network);
      for (const watch of watches) watch.ended?.();
      await pass(AFTER_MS);
      const outcomes = await Promise.all(watches.map(async (watch) => watch.stop()));
      await network.fill();
      return mergeOutcomes([...outcomes, await seeEdits(network)]);
    },
  };
}

async function startWatches<N extends Network>(
  { origin, proxy, faults }: N,
  { degrades, empties = false }: LoadedFault<N>,
  { faultMs, checksPerSecond, getsPerSecond, allowanceMs }: Form,
): Promise<Watch[]> {
  const seconds = (BEFORE_MS + faultMs + AFTER_MS) / 1000;
  const mostMs = ANSWER_MS + allowanceMs;
  // Each comes to ask about once in a window of the limit.
  const players = Math.ceil(Math.min(seconds, 11) * checksPerSecond);
  const seldom = { name: 'seldom', players, perSecond: checksPerSecond, blocked: BLOCKED, mostMs };
  const expected = empties ? { '/v1/servers': '{' } : EXPECTED;
  const inFlight = ((checksPerSecond + EAGER.perSecond) * (COMMAND_TIMEOUT_MS + allowanceMs)) / 1000;
  return [
    await watchChecks(proxy, seldom),
    await watchChecks(proxy, { ...EAGER, mostMs }),
    watchGets({ origin, perSecond: getsPerSecond, expected }),
    watchHealth(origin, { degrades, withinMs: HEALTH_MS + allowanceMs }),
    ...(faults === undefined ? [] : [watchPending(faults, MOST_PER_CHECK * inFlight + READS_IN_FLIGHT)]),
  ];
}

/** A check asks for at most two lists and a permit. */
const MOST_PER_CHECK = 3;

/** Lists and resources that are read again meanwhile. */
const READS_IN_FLIGHT = 64;

/** How long a fault lasts is what is tried here; there is nothing to wait for. */
async function pass(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
