import { setTimeout as delay } from 'node:timers/promises';

/** Half of the plugin's timeout for replies of Redis, in milliseconds. */
const DELAY_MS = 250;
const INTERVAL_MS = 50;

/**
 * Asks a program continuously, and reports when it waits long for the CPU. A timeout at such a time is caused
 * by the machine and not by the program.
 * @param ask asks the program, which answers immediately unless it has to wait for the CPU
 * @param onDelay called when an answer is delayed, with the time at which the request was due, by
 * `performance.now()`. Returns a function that is called when the answer arrives
 * @returns a function that stops this
 */
export function watchDelays(
  ask: () => Promise<unknown>,
  onDelay: (dueAtMs: number) => () => void,
): () => void {
  let isStopped = false;
  const askOnce = async (dueAtMs: number): Promise<void> => {
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
  const repeat = async (): Promise<void> => {
    while (!isStopped) {
      const dueAtMs = performance.now() + INTERVAL_MS;
      await delay(INTERVAL_MS);
      await askOnce(dueAtMs);
    }
  };
  void repeat();
  return () => {
    isStopped = true;
  };
}
