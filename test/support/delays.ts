import { setTimeout as delay } from 'node:timers/promises';
/** A program that answers immediately unless it has to wait for a processor. */
export interface Probe {
  readonly ask: () => Promise<unknown>;
  /**
   * Called when an answer is delayed.
   * @param askedAtMs time of the request, by `performance.now()`
   * @returns a function that is called when the answer arrives
   */
  readonly onDelay: (askedAtMs: number) => () => void;
}

/** Half of the plugin's timeout for replies of Redis, in milliseconds. */
const DELAY_MS = 250;
const INTERVAL_MS = 50;

/**
 * Sends probes to programs continuously, and reports when one of them waits long for a processor. A timeout
 * at such a time is caused by the machine and not by the program.
 * @returns a function that stops the probes
 */
export function watchDelays(probes: readonly Probe[]): () => void {
  let isStopped = false;
  const probeOnce = async ({ ask, onDelay }: Probe): Promise<void> => {
    const askedAtMs = performance.now();
    let end = (): void => undefined;
    const timer = setTimeout(() => {
      end = onDelay(askedAtMs);
    }, DELAY_MS);
    await ask().catch(() => undefined);
    clearTimeout(timer);
    end();
  };
  const repeat = async (probe: Probe): Promise<void> => {
    while (!isStopped) {
      await probeOnce(probe);
      await delay(INTERVAL_MS);
    }
  };
  for (const probe of probes) void repeat(probe);
  return () => {
    isStopped = true;
  };
}
