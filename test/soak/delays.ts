import type { Model } from './model.ts';

/** Something that a program answers at once, when it has a processor. */
interface Probe {
  readonly ask: () => Promise<unknown>;
  /** Whether faults concern it as well: then what it takes meanwhile says nothing of the machine. */
  readonly hasFaults: boolean;
}

/** Half of what the plugin waits for an answer of Redis. */
const LONG_MS = 250;
const EVERY_MS = 50;

/**
 * Asks the programs all the time, and records in the model when one of them waited long for a processor: a
 * command that is not answered in time is then the machine's doing, and not theirs.
 */
export function watchDelays(
  model: Model,
  probes: readonly Probe[],
): { readonly delays: number; stop(): void } {
  let delays = 0;
  let isStopped = false;
  const askOnce = async ({ ask, hasFaults }: Probe): Promise<void> => {
    const askedAtMs = performance.now();
    let end = (): void => undefined;
    const patience = setTimeout(() => {
      if (hasFaults && model.outages.faultSince(askedAtMs)) return;
      delays++;
      end = model.outages.beginDelay(askedAtMs, hasFaults);
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
  return {
    get delays() {
      return delays;
    },
    stop() {
      isStopped = true;
    },
  };
}
