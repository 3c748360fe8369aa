/** A program that answers immediately unless it has to wait for a processor. */
export interface Probe {
  readonly ask: () => Promise<unknown>;
  /**
   * Called during a long wait for an answer.
   * @param askedAtMs by `performance.now()`
   * @returns called with the answer
   */
  readonly began: (askedAtMs: number) => () => void;
}

/** Half of the plugin's timeout for replies of Redis, in milliseconds. */
const LONG_MS = 250;
const EVERY_MS = 50;

/**
 * Sends probes to programs continuously, and logs when one of them waits long for a processor. A timeout at
 * such a time is caused by the machine and not by the program.
 * @returns a function that stops the probes
 */
export function watchDelays(probes: readonly Probe[]): () => void {
  let isStopped = false;
  const askOnce = async ({ ask, began }: Probe): Promise<void> => {
    const askedAtMs = performance.now();
    let end = (): void => undefined;
    const patience = setTimeout(() => {
      end = began(askedAtMs);
    }, LONG_MS);
    await ask().catch(() => undefined);
    clearTimeout(patience);
    end();
  };
  const repeat = async (probe: Probe): Promise<void> => {
    while (!isStopped) {
      await askOnce(probe);
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  };
  for (const probe of probes) void repeat(probe);
  return () => {
    isStopped = true;
  };
}
