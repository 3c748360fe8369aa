import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Throttled } from '../../../admin/console/src/state/throttled.ts';

const HOUR_MS = 3_600_000;

let page: EventTarget & { hidden: boolean };
let runs: number;

beforeEach(() => {
  jest.useFakeTimers();
  page = Object.assign(new EventTarget(), { hidden: false });
  runs = 0;
});
afterEach(() => {
  jest.useRealTimers();
});

const throttled = (intervalMs: number, durationMs = 0) =>
  new Throttled(
    async () => {
      runs += 1;
      // Not from node:timers/promises, which Jest's timers do not replace.
      await new Promise((resolve) => setTimeout(resolve, durationMs));
    },
    intervalMs,
    page,
  );
const pass = async (ms: number) => {
  await jest.advanceTimersByTimeAsync(ms);
};
const show = (isShown: boolean) => {
  page.hidden = !isShown;
  page.dispatchEvent(new Event('visibilitychange'));
};

/** Polls as pages do: each run requests the next one. */
const poll = (intervalMs: number) => {
  const polled: Throttled = new Throttled(
    () => {
      runs += 1;
      polled.request();
      return Promise.resolve();
    },
    intervalMs,
    page,
  );
  polled.request();
  return polled;
};

it('runs immediately, and once more for all requests during the run', async () => {
  const one = throttled(1000, 300);
  one.request();
  expect(runs).toBe(1);
  for (let count = 0; count < 100; count += 1) one.request();
  await pass(1299);
  expect(runs).toBe(1);
  await pass(1);
  expect(runs).toBe(2);
  await pass(HOUR_MS);
  expect(runs).toBe(2);
});

it('runs once per interval if it is requested continuously', async () => {
  const one = throttled(1000);
  for (let ms = 0; ms < 60_000; ms += 50) {
    one.request();
    await pass(50);
  }
  expect(runs).toBeGreaterThanOrEqual(59);
  expect(runs).toBeLessThanOrEqual(61);
});

it('polls at its interval, and never while the page is hidden', async () => {
  const polled = poll(4000);
  await pass(60_000);
  expect(runs).toBeLessThanOrEqual(16);
  show(false);
  const before = runs;
  await pass(8 * HOUR_MS);
  expect(runs).toBe(before);
  show(true);
  expect(runs).toBe(before + 1);
  polled.stop();
  await pass(HOUR_MS);
  expect(runs).toBe(before + 1);
});
