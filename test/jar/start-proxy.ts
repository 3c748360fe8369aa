import { eventually } from '../support/eventually.ts';
import { stopOnError } from '../support/processes/stop-on-error.ts';
import { startStandIn, type StandIn, type StandInOptions } from '../velocity-stand-in/stand-in.ts';

/**
 * The timeout of `beforeAll`. The script engine needs a second of an idle core to start, and much more on a
 * machine that runs many tests in parallel.
 */
export const START_TIMEOUT_MS = 90_000;

/**
 * Options of `eventually` for waiting until the plugin has started or reconnected on such a machine. Less
 * than the timeout of a test, so that the failure names what did not happen.
 */
export const PATIENCE = { withinMs: 50_000 };

/** Starts a proxy with the built jar, and waits until the plugin is ready. */
export async function startProxy(options: StandInOptions = {}): Promise<StandIn> {
  const proxy = await startStandIn(options);
  await stopOnError(proxy, () => untilReady(proxy));
  return proxy;
}

/** Waits until the plugin is ready. @param times how often it was started in this JVM */
export async function untilReady({ log }: StandIn, times = 1): Promise<void> {
  const isReady = () => log.filter((line) => line.includes('feature-control is ready')).length >= times;
  await eventually(isReady, { ...PATIENCE, what: 'the plugin to be ready' });
}
