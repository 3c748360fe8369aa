import { eventually } from '../support/eventually.ts';
import { orStop } from '../support/processes/or-stop.ts';
import { startStandIn, type StandIn, type StandInOptions } from '../velocity-stand-in/stand-in.ts';

/**
 * For `beforeAll`: the script engine takes a second of a free core, and much more on a machine that runs many
 * tests at once.
 */
export const START_TIMEOUT_MS = 90_000;

/** For `eventually`, where the plugin has to start first, or to connect again, on such a machine. */
export const PATIENCE = { withinMs: 60_000 };

/** Starts a proxy with the built jar in it, and waits until the plugin can answer. */
export async function startProxy(options: StandInOptions = {}): Promise<StandIn> {
  const proxy = await startStandIn(options);
  await orStop(proxy, () => untilReady(proxy));
  return proxy;
}

/** @param times how often it was started in this JVM */
export async function untilReady({ log }: StandIn, times = 1): Promise<void> {
  const isReady = () => log.filter((line) => line.includes('feature-control is ready')).length >= times;
  await eventually(isReady, { ...PATIENCE, what: 'the plugin to be ready' });
}
