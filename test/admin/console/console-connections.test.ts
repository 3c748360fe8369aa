import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page, Request, Route } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { LATER, signIn, startConsoleUnderTest } from './console-under-test.ts';
import type { ConsoleUnderTest } from './console-under-test.ts';
import { startNetworkLink } from './network-link.ts';

const PATIENCE = { withinMs: 30_000 };
/** How long idle tabs are observed. */
const OBSERVED_MS = 5000;
/** A page that loads before its stream is open has done so within this time. */
const LOADED_MS = 2000;
/** The polling interval of each page, in milliseconds. */
const POLLED_MS = {
  'lists/global': Infinity,
  'explain/my-mod/fly': Infinity,
  history: Infinity,
  players: 4000,
  network: Infinity,
  rejected: 3000,
} as const;

let tested: ConsoleUnderTest;

beforeAll(async () => {
  tested = await startConsoleUnderTest({ withFaults: true });
  await tested.redis.sadd(tested.keys.blocklistGlobal, 'fly');
}, 90_000);
afterAll(async () => {
  await tested.stop();
});

/** Records the requests of a tab from now on. */
function recordRequests(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  return requests;
}

async function openIdle(route: string, isHidden: boolean): Promise<readonly [string, boolean, Request[]]> {
  const page = await tested.signedIn({ route: `#/${route}` });
  await eventually(async () => !(await page.locator('main').innerText()).includes('Loading'), PATIENCE);
  if (isHidden)
    await page.evaluate(
      "Object.defineProperty(document, 'hidden', { value: true, configurable: true }); " +
        "document.dispatchEvent(new Event('visibilitychange'))",
    );
  // Ignores requests that are in flight, or were delayed by up to a second.
  await delay(1500);
  return [route, isHidden, recordRequests(page)];
}

it('an idle tab only polls at its interval, and a hidden one sends no requests', async () => {
  const shown = Object.keys(POLLED_MS).map(async (route) => await openIdle(route, false));
  const hidden = ['players', 'network', 'rejected'].map(async (route) => await openIdle(route, true));
  const tabs = await Promise.all([...shown, ...hidden]);
  // Again if a busy machine delays the requests of opening a tab until here.
  await eventually(async () => {
    const startedMs = performance.now();
    for (const [, , requests] of tabs) requests.length = 0;
    await delay(OBSERVED_MS);
    const tookMs = performance.now() - startedMs;
    const counts = tabs.map(([route, isHidden, { length }]) => ({ route, isHidden, length }));
    const tooMany = counts.filter(({ route, isHidden, length }) => {
      const everyMs = POLLED_MS[route as keyof typeof POLLED_MS];
      return length > (isHidden ? 0 : Math.ceil(tookMs / everyMs));
    });
    expect(tooMany).toEqual([]);
    return true;
  }, PATIENCE);
  for (const context of tested.browser.contexts()) await context.close();
});

describe('the console', () => {
  it('reports a lost connection, and resumes the events after it without loading anything again', async () => {
    const link = await startNetworkLink(Number(new URL(tested.origin).port));
    const [page, other] = await Promise.all([tested.signedIn({ from: link.origin }), tested.signedIn()]);
    await page.getByText('fly', { exact: true }).waitFor(LATER);
    await link.cut();
    await page.locator('[data-state=interrupted]').waitFor(LATER);
    await page.getByText('The server does not answer.').waitFor(LATER);
    await tested.redis.sadd(tested.keys.blocklistGlobal, 'missed');
    await other.getByText('missed', { exact: true }).waitFor(LATER);
    const requests = recordRequests(page);
    await link.restore();
    await page.getByText('missed', { exact: true }).waitFor(LATER);
    await page.locator('[data-state=live]').waitFor(LATER);
    const paths = requests.map((request) => new URL(request.url()).pathname);
    expect(new Set(paths)).toEqual(new Set(['/v1/console/events']));
    expect(requests.at(-1)?.headers()['last-event-id']).toMatch(/^[0-9a-f]{12}-\d+$/);
    await tested.redis.srem(tested.keys.blocklistGlobal, 'missed');
    await page.getByText('missed', { exact: true }).waitFor({ state: 'detached', ...LATER });
    await Promise.all([page.close(), other.close()]);
    await link.cut();
  });

  it('reconnects if the stream of events gets no answer', async () => {
    const page = await tested.open();
    await page.clock.install();
    const held: Route[] = [];
    await page.route('**/v1/console/events', (route) => void held.push(route));
    await signIn(page, await tested.issue());
    await eventually(() => held.length === 1, PATIENCE);
    await page.clock.fastForward(25_000);
    await page.locator('[data-state=interrupted]').waitFor(LATER);
    await page.clock.fastForward(1000);
    await eventually(() => held.length === 2, PATIENCE);
    await page.close();
  });

  it('reconnects after a restart of the server, and receives events again', async () => {
    const page = await tested.signedIn();
    await page.getByText('fly', { exact: true }).waitFor(LATER);
    await tested.server.kill();
    await page.locator('[data-state=interrupted]').waitFor(LATER);
    await tested.redis.sadd(tested.keys.blocklistGlobal, 'during-restart');
    await tested.server.start();
    await page.getByText('during-restart', { exact: true }).waitFor(LATER);
    await page.locator('[data-state=live]').waitFor(LATER);
    const requests = recordRequests(page);
    await tested.redis.sadd(tested.keys.blocklistGlobal, 'after-restart');
    await page.getByText('after-restart', { exact: true }).waitFor(LATER);
    expect(requests.map((request) => request.url())).toEqual([]);
    await page.close();
  });
});

describe('the index of lists', () => {
  const PATH = '**/v1/console/lists';
  const addList = async (name: string) => await tested.redis.sadd(tested.keys.blocklistOf(name), 'fly');
  const indexOf = (page: Page) => page.locator('.index');
  const untilListed = async (page: Page, name: string): Promise<void> => {
    await indexOf(page).getByText(name, { exact: true }).waitFor(LATER);
  };

  it('is loaded again if the first request fails, and shows no part before', async () => {
    const other = await tested.signedIn();
    const page = await tested.open();
    let isFailing = true;
    let requests = 0;
    await page.route(PATH, async (route) => {
      requests += 1;
      if (isFailing) await route.abort();
      else await route.continue();
    });
    await addList('earlier');
    await untilListed(other, 'earlier');
    await signIn(page, await tested.issue());
    await page.locator('[data-state=live]').waitFor(LATER);
    await eventually(() => requests > 0, PATIENCE);
    // Published to both tabs.
    await addList('later');
    await untilListed(other, 'later');
    expect(await indexOf(page).innerText()).toContain('Loading');
    isFailing = false;
    for (const name of ['earlier', 'later']) await untilListed(page, name);
    await Promise.all([page.close(), other.close()]);
  });

  it('includes lists that were created while it was being loaded', async () => {
    const other = await tested.signedIn();
    const page = await tested.open();
    await page.route(PATH, async (route) => {
      const response = await route.fetch();
      await addList('during-load');
      await untilListed(other, 'during-load');
      await route.fulfill({ response });
    });
    await signIn(page, await tested.issue());
    await untilListed(page, 'during-load');
    await Promise.all([page.close(), other.close()]);
  });
});

describe('signing in', () => {
  it('misses no change that is made before the stream of events is open', async () => {
    const other = await tested.signedIn();
    const page = await tested.open();
    await page.route('**/v1/console/events', async (route) => {
      const loaded = page.waitForResponse(/\/v1\/console\/lists\/global$/);
      await Promise.race([loaded.then((response) => response.finished()), delay(LOADED_MS)]);
      await tested.redis.sadd(tested.keys.blocklistGlobal, 'early');
      await other.getByText('early', { exact: true }).waitFor(LATER);
      await route.continue();
    });
    await signIn(page, await tested.issue());
    await page.getByText('early', { exact: true }).waitFor(LATER);
    await Promise.all([page.close(), other.close()]);
  });
});

it('no page violates its policy, sends requests to other origins, or puts the token into a URL', () => {
  expect(tested.problems).toEqual([]);
});
