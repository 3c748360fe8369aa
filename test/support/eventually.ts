import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits for a condition, instead of sleeping.
 * @param check returns a value other than undefined and false when the condition holds. If it throws, the
 * condition does not hold yet
 * @throws with the latest reason if the condition does not hold within `withinMs` milliseconds
 */
export async function eventually<T>(
  check: () => T | undefined | false | Promise<T | undefined | false>,
  { withinMs = 10_000, everyMs = 5, what = 'the condition' } = {},
): Promise<T> {
  const deadline = performance.now() + withinMs;
  let reason: unknown;
  for (;;) {
    try {
      const value = await check();
      if (value !== undefined && value !== false) return value;
      reason = undefined;
    } catch (error) {
      reason = error;
    }
    if (performance.now() > deadline)
      throw new Error(`Waited ${withinMs} ms without success for ${what}`, { cause: reason });
    await delay(everyMs);
  }
}
