import { afterAll, beforeAll } from '@jest/globals';

/**
 * Starts something before the tests of a suite, and stops it after them.
 * @param timeoutMs for its start. Default: that of a test
 * @returns what is started, for the tests
 */
export function useStarted<T extends { stop(): Promise<unknown> }>(
  start: () => Promise<T>,
  timeoutMs?: number,
): T {
  const started = {} as T;
  beforeAll(async () => {
    Object.defineProperties(started, Object.getOwnPropertyDescriptors(await start()));
  }, timeoutMs);
  afterAll(async () => {
    await started.stop();
  });
  return started;
}
