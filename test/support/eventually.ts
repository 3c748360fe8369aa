import { setTimeout as delay } from 'node:timers/promises';

/** The intervals between two checks if a caller sets none: they grow, as checks take CPU time themselves. */
const FIRST_INTERVAL_MS = 5;
const MAX_INTERVAL_MS = 50;
/** An expensive check is repeated after a pause as long as itself, but not longer than this. */
const MAX_PAUSE_MS = 250;

/**
 * Waits for a condition, instead of sleeping.
 * @param check returns a value other than undefined and false when the condition holds. If it throws, the
 * condition does not hold yet
 * @throws with the latest reason if the condition does not hold within `withinMs` milliseconds
 */
export async function eventually<T>(
  check: () => T | undefined | false | Promise<T | undefined | false>,
  { withinMs = 30_000, everyMs = undefined as number | undefined, what = 'the condition' } = {},
): Promise<T> {
  const deadline = performance.now() + withinMs;
  let intervalMs = FIRST_INTERVAL_MS;
  let reason: unknown;
  for (;;) {
    const startedAt = performance.now();
    try {
      const value = await check();
      if (value !== undefined && value !== false) return value;
      reason = undefined;
    } catch (error) {
      reason = error;
    }
    if (performance.now() > deadline)
      throw new Error(`Waited ${withinMs} ms without success for ${what}`, { cause: reason });
    const tookMs = performance.now() - startedAt;
    await delay(everyMs ?? Math.max(intervalMs, Math.min(tookMs, MAX_PAUSE_MS)));
    intervalMs = Math.min(intervalMs * 1.5, MAX_INTERVAL_MS);
  }
}
