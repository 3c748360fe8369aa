import { setTimeout as delay } from 'node:timers/promises';

/** A program that answers immediately unless it has to wait for the CPU. */
export interface Probe {
  readonly ask: () => Promise<unknown>;
  /**
   * Called when an answer is delayed.
   * @param askedAtMs time at which the request was due, by `performance.now()`
   * @returns a function that is called when the answer arrives
   */
  readonly onDelay: (askedAtMs: number) => () => void;
}

/** Half of the plugin's timeout for replies of Redis, in milliseconds. */
const DELAY_MS = 250;
const INTERVAL_MS = 50;

/**
 * Sends probes to programs continuously, and reports when one of them waits long for the CPU. A timeout at
 * such a time is caused by the machine and not by the program.
 * @returns a function that stops the probes
 */
export function watchDelays(probes: readonly Probe[]): () => void {
  let isStopped = false;
  const probeOnce = async ({ ask, onDelay }: Probe, dueAtMs: number): Promise<void> => {
    let end = (): void => undefined;
    const report = (): void => {
      end = onDelay(dueAtMs);
    };
    const remainingMs = dueAtMs + DELAY_MS - performance.now();
    let timer: NodeJS.Timeout | undefined;
    if (remainingMs > 0) timer = setTimeout(report, remainingMs);
    // The machine stopped this process too, which sent the request late.
    else report();
    await ask().catch(() => undefined);
    clearTimeout(timer);
    end();
  };
  const repeat = async (probe: Probe): Promise<void> => {
    while (!isStopped) {
      const dueAtMs = performance.now() + INTERVAL_MS;
      await delay(INTERVAL_MS);
      await probeOnce(probe, dueAtMs);
    }
  };
  for (const probe of probes) void repeat(probe);
  return () => {
    isStopped = true;
  };
}
