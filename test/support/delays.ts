/** Something that a program answers at once, when it has a processor. */
export interface Probe {
  readonly ask: () => Promise<unknown>;
  /**
   * Called when an answer takes long, while it is waited for.
   * @param askedAtMs by `performance.now()`
   * @returns called with the answer
   */
  readonly began: (askedAtMs: number) => () => void;
}

/** Half of what the plugin waits for an answer of Redis. */
const LONG_MS = 250;
const EVERY_MS = 50;

/**
 * Asks programs all the time, and says when one of them waits long for a processor: what it does not do in
 * time then is the machine's doing, and not its own.
 * @returns ends it
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
