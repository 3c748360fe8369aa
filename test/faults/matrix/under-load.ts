import { checkFeatures } from '../../../shared/feature-control/check-features.ts';
import type { StandIn } from '../../velocity-stand-in/stand-in.ts';
import { judgeEdits, makeEdit } from './edits.ts';
import type { Network } from './network-under-test.ts';
import { pass } from './row.ts';
import { mergeOutcomes } from './row.ts';
import type { Form, Outcome, Row } from './row.ts';
import { watchChecks } from './watches/check-watch.ts';
import { watchEdits } from './watches/edit-watch.ts';
import { watchGets } from './watches/get-watch.ts';
import { watchHealth } from './watches/health-watch.ts';
import { watchPending } from './watches/pending-watch.ts';
import type { Watch } from './watches/watch.ts';

/** A fault under load with a beginning and an end. */
export interface LoadedFault<N> {
  readonly fault: string;
  readonly begin: (network: N) => void | Promise<void>;
  readonly end: (network: N) => void | Promise<void>;
  /** Whether reading is disturbed, so that health must say `degraded`. */
  readonly degrades: boolean;
  /** Whether only `npm run chaos` runs it. */
  readonly longFormOnly?: boolean;
  /** Time in which edits during the fault are visible, in milliseconds; without it, no edits are made. */
  readonly editsWithinMs?: number;
}

/** Time-out of a command to Redis, and of a whole answer. */
const COMMAND_TIMEOUT_MS = 500;
export const ANSWER_MS = 2 * COMMAND_TIMEOUT_MS;
export const HEALTH_MS = 2000;

/** Edits after it: 100 ms are promised where nothing else goes on, and a resync at worst. */
const EDIT_MS = 10_000;

/** A few players who send requests continuously. */
export const EAGER = { name: 'eager', players: 5, perSecond: 50 };

/** Creates a row with the load and the promises of the whole matrix. */
export function underLoad<N extends Network>(fault: LoadedFault<N>): Row<N> {
  return {
    fault: fault.fault,
    promise: promisesOf(fault).join(', '),
    longFormOnly: fault.longFormOnly ?? false,
    run: async (network, form) => {
      const watches = await startWatches(network, fault, form);
      await pass(form.beforeMs);
      for (const watch of watches) watch.began?.();
      await fault.begin(network);
      await Promise.all([pass(form.faultMs), ...watches.map(async (watch) => watch.sawFault?.())]);
      await fault.end(network);
      for (const watch of watches) watch.ended?.();
      await pass(form.afterMs);
      const outcomes = await Promise.all(watches.map(async (watch) => watch.stop()));
      await network.fill();
      return mergeOutcomes([...outcomes, await seeEditAfter(network, form)]);
    },
  };
}

function promisesOf<N>({ degrades, editsWithinMs }: LoadedFault<N>): string[] {
  return [
    'no check unanswered or wrong, at most one permit too many, GETs all 200, pending work bounded, edits seen after',
    ...(degrades ? ['degraded and ok within 2 s'] : []),
    ...(editsWithinMs === undefined ? [] : [`edits seen meanwhile within ${editsWithinMs / 1000} s`]),
  ];
}

async function seeEditAfter(network: Network, { allowanceMs }: Form): Promise<Outcome> {
  const withinMs = EDIT_MS + allowanceMs;
  return judgeEdits([await makeEdit(network, withinMs)], withinMs);
}

async function startWatches<N extends Network>(
  network: N,
  { degrades, editsWithinMs }: LoadedFault<N>,
  form: Form,
): Promise<Watch[]> {
  const { origin, proxy, faults } = network;
  const { checksPerSecond, getsPerSecond, allowanceMs } = form;
  const inFlight = ((checksPerSecond + EAGER.perSecond) * (COMMAND_TIMEOUT_MS + allowanceMs)) / 1000;
  return [
    ...(await startChecks(proxy, form, form.beforeMs + form.faultMs + form.afterMs)),
    watchGets({ origin, perSecond: getsPerSecond }),
    watchHealth(origin, { degrades, withinMs: HEALTH_MS + allowanceMs }),
    ...(faults === undefined ? [] : [watchPending(faults, MOST_PER_CHECK * inFlight + READS_IN_FLIGHT)]),
    ...(editsWithinMs === undefined ? [] : [watchEdits(network, editsWithinMs + allowanceMs)]),
  ];
}

/**
 * Watches many players who send a request once per window of the limit, and a few who send requests
 * continuously.
 */
export async function startChecks(
  proxy: StandIn,
  { checksPerSecond, allowanceMs }: Form,
  forMs: number,
): Promise<Watch[]> {
  const mostMs = ANSWER_MS + allowanceMs;
  const players = Math.ceil(Math.min(forMs / 1000, SECONDS_IN_WINDOW + 1) * checksPerSecond);
  const seldom = { name: 'seldom', players, perSecond: checksPerSecond, mostMs };
  return [await watchChecks(proxy, seldom), await watchChecks(proxy, { ...EAGER, mostMs })];
}

const SECONDS_IN_WINDOW = checkFeatures.limit.windowMs / 1000;

/** A check asks for at most two lists and a permit. */
const MOST_PER_CHECK = 3;

/** Number of lists and resources that are read again in the meantime. */
const READS_IN_FLIGHT = 64;
