import { setTimeout as delay } from 'node:timers/promises';
import { checkFeatures } from '../../../shared/feature-control/check-features.ts';
import { DEFAULT_COMMAND_TIMEOUT_MS } from '../../../shared/redis/command-timeout.ts';
import type { StandIn } from '../../velocity-stand-in/stand-in.ts';
import { outcomeOfEdits, makeEdit, untilReverted } from './edits.ts';
import type { Network } from './network-under-test.ts';
import { mergeOutcomes } from './row.ts';
import type { Form, Outcome, Row } from './row.ts';
import { watchChecks } from './watches/check-watch.ts';
import { watchEdits } from './watches/edit-watch.ts';
import { watchGets } from './watches/get-watch.ts';
import { watchHealth } from './watches/health-watch.ts';
import { watchPending } from './watches/pending-watch.ts';
import type { Watch } from './watches/watch.ts';

/** A fault under load that begins and ends. */
export interface FaultUnderLoad<N> {
  readonly fault: string;
  readonly begin: (network: N) => void | Promise<void>;
  readonly end: (network: N) => void | Promise<void>;
  /** Whether the programs cannot read from Redis during the fault, so that health must report `degraded`. */
  readonly degrades: boolean;
  /** Whether only the long form includes this fault. */
  readonly longFormOnly?: boolean;
  /** Time in which edits during the fault must be visible, in milliseconds; undefined: no edits are made. */
  readonly editsWithinMs?: number;
}

/** Maximum time of an answer without the allowance: two commands to Redis. */
const ANSWER_MS = 2 * DEFAULT_COMMAND_TIMEOUT_MS;
/** Maximum time until health reports a change, without the allowance. */
export const HEALTH_MS = 2000;

/**
 * Time in which an edit after the fault must be visible: the resync interval. Without load, 100 ms are
 * guaranteed.
 */
const EDIT_MS = 10_000;

/** Number of the players that exceed their limit. */
const PLAYERS_OVER_LIMIT = 5;

/** Creates a row with the load and the guarantees of the whole matrix. */
export function underLoad<N extends Network>(fault: FaultUnderLoad<N>): Row<N> {
  return {
    fault: fault.fault,
    guarantee: guaranteesOf(fault).join(', '),
    longFormOnly: fault.longFormOnly ?? false,
    run: async (network, form) => {
      const watches = await startWatches(network, fault, form);
      await delay(form.beforeMs);
      for (const watch of watches) watch.faultBegan?.();
      await fault.begin(network);
      await Promise.all([delay(form.faultMs), ...watches.map(async (watch) => watch.untilFaultSeen?.())]);
      await fault.end(network);
      for (const watch of watches) watch.faultEnded?.();
      await delay(form.afterMs);
      const outcomes = await Promise.all(watches.map(async (watch) => watch.stop()));
      await network.fill();
      return mergeOutcomes([...outcomes, await verifyEditAfterFault(network, form)]);
    },
  };
}

function guaranteesOf<N>({ degrades, editsWithinMs }: FaultUnderLoad<N>): string[] {
  return [
    'no check unanswered or wrong, at most one permit too many, GETs all 200, pending work bounded, edits visible afterwards',
    ...(degrades ? ['degraded and ok within 2 s'] : []),
    ...(editsWithinMs === undefined
      ? []
      : [`edits visible within ${editsWithinMs / 1000} s during the fault`]),
  ];
}

async function verifyEditAfterFault(network: Network, { allowanceMs }: Form): Promise<Outcome> {
  const withinMs = EDIT_MS + allowanceMs;
  const edit = await makeEdit(network, withinMs);
  await untilReverted(network, withinMs);
  return outcomeOfEdits([edit], withinMs);
}

async function startWatches<N extends Network>(
  network: N,
  { degrades, editsWithinMs }: FaultUnderLoad<N>,
  form: Form,
): Promise<Watch[]> {
  const { origin, proxy, faults } = network;
  const { checksPerSecond, overLimitPerSecond, getsPerSecond, allowanceMs } = form;
  const checksInFlight =
    ((checksPerSecond + overLimitPerSecond) * (DEFAULT_COMMAND_TIMEOUT_MS + allowanceMs)) / 1000;
  return [
    ...(await startChecks(proxy, form, form.beforeMs + form.faultMs + form.afterMs)),
    watchGets({ origin, perSecond: getsPerSecond }),
    watchHealth(origin, { degrades, withinMs: HEALTH_MS + allowanceMs }),
    ...(faults === undefined
      ? []
      : [watchPending(faults, MAX_COMMANDS_PER_CHECK * checksInFlight + READS_IN_FLIGHT)]),
    ...(editsWithinMs === undefined ? [] : [watchEdits(network, editsWithinMs + allowanceMs)]),
  ];
}

/**
 * Starts the requests of many players that send one request per window of the limit, and of a few players
 * that send requests continuously.
 * @param forMs maximum duration of the load; it determines the number of players
 */
export async function startChecks(
  proxy: StandIn,
  { checksPerSecond, overLimitPerSecond, allowanceMs }: Form,
  forMs: number,
): Promise<Watch[]> {
  const maxMs = ANSWER_MS + allowanceMs;
  const players = Math.ceil(Math.min(forMs / 1000, SECONDS_IN_WINDOW + 1) * checksPerSecond);
  const withinLimit = { name: 'within the limit', players, perSecond: checksPerSecond };
  const overLimit = { name: 'over the limit', players: PLAYERS_OVER_LIMIT, perSecond: overLimitPerSecond };
  const watches = [withinLimit, overLimit].map(async (load) => await watchChecks(proxy, { ...load, maxMs }));
  return await Promise.all(watches);
}

const SECONDS_IN_WINDOW = checkFeatures.limit.windowMs / 1000;

/** A check reads at most two lists, and takes a permit. */
const MAX_COMMANDS_PER_CHECK = 3;

/** Maximum number of lists and records that the programs read again at the same time. */
const READS_IN_FLIGHT = 64;
