import { isDeepStrictEqual } from 'node:util';
import { eventually } from '../support/eventually.ts';
import { startCheckLoad } from './check-load.ts';
import type { CheckReport } from './check-load.ts';
import type { NamedFault } from './faults.ts';
import { get, startGetLoad } from './get-load.ts';
import type { GetReport } from './get-load.ts';
import { watchHealth } from './health-watch.ts';
import { BLOCKED } from './network-under-test.ts';
import type { NetworkUnderTest } from './network-under-test.ts';

export interface FaultSettings {
  readonly faultMs: number;
  readonly checksPerSecond: number;
  readonly getsPerSecond: number;
}

/** What was seen while something went wrong. */
export interface FaultReport {
  /** Many players, who seldom ask. */
  readonly checks: CheckReport;
  /** Few players, who ask all the time. */
  readonly eager: CheckReport;
  readonly gets: GetReport;
  /** Milliseconds; undefined where health was not seen so. */
  readonly degradedAfterMs: number | undefined;
  readonly okAfterMs: number | undefined;
}

const BEFORE_MS = 500;
const AFTER_MS = 1500;
const SERVERS = { lobby: { id: 'lobby', displayName: 'Lobby' } };

/** Puts load on the network, lets something go wrong in the middle of it, and looks on until it is over. */
export async function tryFault(
  network: NetworkUnderTest,
  fault: NamedFault,
  settings: FaultSettings,
): Promise<FaultReport> {
  const { origin, proxy } = network;
  const seconds = (BEFORE_MS + settings.faultMs + AFTER_MS) / 1000;
  const checks = await startCheckLoad(proxy, {
    players: Math.ceil(Math.min(seconds, 11) * settings.checksPerSecond),
    perSecond: settings.checksPerSecond,
    blocked: BLOCKED,
  });
  const eager = await startCheckLoad(proxy, { players: 5, perSecond: 50, blocked: BLOCKED });
  const isExpected = (body: string): boolean =>
    fault.empties === true ? body.startsWith('{') : isDeepStrictEqual(JSON.parse(body), SERVERS);
  const gets = startGetLoad({ url: `${origin}/v1/servers`, perSecond: settings.getsPerSecond, isExpected });
  const health = watchHealth(origin);
  await pass(BEFORE_MS);
  const beganAt = performance.now();
  await fault.begin(network);
  await pass(settings.faultMs);
  await fault.end(network);
  const endedAt = performance.now();
  await pass(AFTER_MS);
  // Health takes longer only where the promise is broken, which the report then tells.
  const isOk = async (): Promise<boolean> => (await get(`${origin}/v1/health`)).body === '{"status":"ok"}';
  await eventually(isOk, { what: `health after: ${fault.name}` });
  const [checkReport, eagerReport, getReport] = await Promise.all([checks.stop(), eager.stop(), gets.stop()]);
  health.stop();
  return {
    checks: checkReport,
    eager: eagerReport,
    gets: getReport,
    degradedAfterMs: health.reached('degraded', beganAt),
    okAfterMs: health.wasTroubled ? health.reached('ok', endedAt) : undefined,
  };
}

/** How long a fault lasts is what is tried here; there is nothing to wait for. */
async function pass(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
