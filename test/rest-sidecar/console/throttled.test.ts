import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Throttled } from '../../../rest-sidecar/console/src/state/throttled.ts';

const HOURS = 3_600_000;

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

const throttled = (everyMs: number, tookMs = 0) =>
  new Throttled(
    async () => {
      runs += 1;
      await new Promise((resolve) => setTimeout(resolve, tookMs));
    },
    everyMs,
    page,
  );
const pass = async (ms: number) => {
  await jest.advanceTimersByTimeAsync(ms);
};
const show = (isShown: boolean) => {
  page.hidden = !isShown;
  page.dispatchEvent(new Event('visibilitychange'));
};

/** As pages poll: the end of each run requests the next one. */
const poll = (everyMs: number) => {
  const polled: Throttled = new Throttled(
    () => {
      runs += 1;
      polled.request();
      return Promise.resolve();
    },
    everyMs,
    page,
  );
  polled.request();
  return polled;
};

it('runs at once, and what is requested meanwhile once more', async () => {
  const one = throttled(1000, 300);
  one.request();
  expect(runs).toBe(1);
  for (let count = 0; count < 100; count += 1) one.request();
  await pass(1299);
  expect(runs).toBe(1);
  await pass(1);
  expect(runs).toBe(2);
  await pass(HOURS);
  expect(runs).toBe(2);
});

it('runs once a second where it is requested all the time', async () => {
  const one = throttled(1000);
  for (let ms = 0; ms < 60_000; ms += 50) {
    one.request();
    await pass(50);
  }
  expect(runs).toBeGreaterThanOrEqual(59);
  expect(runs).toBeLessThanOrEqual(61);
});

it('polls a bounded number of times, and never in a night during which the page is hidden', async () => {
  const polled = poll(4000);
  await pass(60_000);
  expect(runs).toBeLessThanOrEqual(16);
  show(false);
  const before = runs;
  await pass(8 * HOURS);
  expect(runs).toBe(before);
  show(true);
  expect(runs).toBe(before + 1);
  polled.stop();
  await pass(HOURS);
  expect(runs).toBe(before + 1);
});
