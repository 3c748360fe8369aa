import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page, Request, Route } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { LATER, signIn, startConsoleUnderTest } from './console-under-test.ts';
import type { ConsoleUnderTest } from './console-under-test.ts';
import { startNetworkLink } from './network-link.ts';

const PATIENCE = { withinMs: 30_000 };
const HOUR_MS = 3_600_000;

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
  network: 4000,
  rejected: 4000,
} as const;

let tested: ConsoleUnderTest;
let page: Page;

beforeAll(async () => {
  tested = await startConsoleUnderTest({ withFaults: true });
  await tested.redis.sadd(tested.keys.blocklistGlobal, 'fly');
  page = await tested.signedIn();
}, 90_000);
afterAll(async () => {
  await tested.stop();
});

const show = async (route: string): Promise<void> => {
  await page.goto(`${tested.origin}/console#/${route}`);
};
const dialog = (): Locator => page.locator('dialog');
const submit = async (label: string, tab = page): Promise<void> => {
  await tab.locator('dialog').getByRole('button', { name: label, exact: true }).click();
};
const openBlock = async (feature: string): Promise<void> => {
  await page.getByRole('button', { name: 'Block features' }).click();
  await dialog().locator('input[name=feature]').fill(feature);
};
const disconnectRedis = async (): Promise<void> => {
  await tested.faults.set({ kind: 'refuse' });
  tested.faults.dropConnections();
};
/** Blocks a feature for all mods, without the console. @returns whether the server has answered */
const block = async (feature: string): Promise<boolean> => {
  const headers = { Authorization: `Bearer ${await tested.issue()}`, 'If-Match': '*' };
  return (await page.request.put(`${tested.origin}/v1/blocklists/global/${feature}`, { headers })).ok();
};
const rejectCommands = async (error: string, ...commands: string[]): Promise<void> => {
  await tested.faults.set({ kind: 'error', error, commands });
};

/** Records the requests of a tab from now on. */
function recordRequests(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  return requests;
}

async function openIdle(
  route: string,
  isHidden: boolean,
): Promise<readonly [string, boolean, Request[], Page]> {
  const page = await tested.signedIn({ route: `#/${route}` });
  await eventually(async () => !(await page.locator('main').innerText()).includes('Loading'), PATIENCE);
  if (isHidden)
    await page.evaluate(
      "Object.defineProperty(document, 'hidden', { value: true, configurable: true }); " +
        "document.dispatchEvent(new Event('visibilitychange'))",
    );
  // Ignores requests that are in flight, or were delayed by up to a second.
  await delay(1500);
  return [route, isHidden, recordRequests(page), page];
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
  for (const [, , , tab] of tabs) await tab.close();
});

describe('the stream of events', () => {
  it('reports a lost connection, and resumes the events after it', async () => {
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
    const streams = requests.filter((request) => request.url().endsWith('/v1/console/events'));
    expect(streams.at(-1)?.headers()['last-event-id']).toMatch(/^[0-9a-f]{12}-\d+$/);
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
    await tested.redis.sadd(tested.keys.blocklistGlobal, 'after-restart');
    await page.getByText('after-restart', { exact: true }).waitFor(LATER);
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

describe('an interruption of the stream of events', () => {
  it('hides neither that Redis has recovered in the meantime, nor what was recorded in the history', async () => {
    const link = await startNetworkLink(Number(new URL(tested.origin).port));
    const tab = await tested.signedIn({ from: link.origin, route: '#/history' });
    const interrupt = async (during: () => Promise<void>): Promise<void> => {
      await link.cut();
      await tab.locator('.banner', { hasText: 'The server does not answer.' }).waitFor(LATER);
      await during();
      await link.restore();
      await tab.evaluate("dispatchEvent(new Event('online'))");
    };
    await disconnectRedis();
    await tab.getByText('Redis is unreachable').waitFor(LATER);
    await interrupt(async () => {
      await tested.faults.set({ kind: 'none' });
      await eventually(async () => await block('during-outage'), PATIENCE);
    });
    await tab.locator('[data-state=live]').waitFor(LATER);
    await tab.locator('.banner').waitFor({ state: 'detached', ...LATER });
    await show('history');
    await interrupt(async () => {
      await block('unnoticed');
      await page.locator('.row', { hasText: 'unnoticed' }).waitFor(LATER);
    });
    await tab.locator('.row', { hasText: 'unnoticed' }).waitFor(LATER);
    await tab.close();
    await link.cut();
  });
});

describe('a failed request', () => {
  it('of an edit names the reason of Redis, or says that the edit may have been made', async () => {
    await show('lists/global');
    await openBlock('rejected-edit');
    await rejectCommands('MISCONF Redis is configured to save RDB snapshots', 'EVAL', 'EVALSHA');
    await submit('Block');
    await dialog().getByText('Redis rejected the command: MISCONF.').waitFor(LATER);
    await tested.faults.set({ kind: 'none' });
    await page.route('**/rejected-edit', async (route) => {
      if (route.request().method() === 'PUT') await route.fulfill({ status: 503, json: { error: '' } });
      else await route.continue();
    });
    await submit('Block');
    await dialog().getByText('check the entry before you try again.').waitFor(LATER);
    await submit('Cancel');
  });

  it('of a page is explained in place of “Loading …”', async () => {
    await rejectCommands('NOPERM No permissions to access a key', 'PTTL');
    await tested.redis.set(tested.keys.rateLimitOf(`checkFeatures:${uuid(0)}`), '1', 'PX', HOUR_MS);
    await show('players');
    await page.locator('main').getByText('Redis rejected the command: NOPERM.').waitFor(LATER);
    expect(await page.locator('.content, .page').innerText()).not.toContain('Loading');
    await tested.faults.set({ kind: 'none' });
    await page.getByText('Players who have reached a limit: 1', { exact: true }).waitFor(LATER);
    expect(await page.locator('main').innerText()).not.toContain('NOPERM');
  });

  it('is not mistaken for success if the body is not the one of the server', async () => {
    const tab = await tested.open();
    await tab.route('**/v1/session', async (route) => route.fulfill({ body: '<html>Log in</html>' }));
    await signIn(tab, await tested.issue());
    await tab.getByText('The server does not answer.').waitFor(LATER);
    await tab.unroute('**/v1/session');
    let loads = 0;
    await tab.route('**/v1/console/lists/global', async (route) => {
      loads += 1;
      if (loads === 1) await route.fulfill({ body: '{"list":"global","features":["f' });
      else await route.continue();
    });
    await tab.getByRole('button', { name: 'Sign in' }).click();
    await tab.getByText('fly', { exact: true }).waitFor(LATER);
    expect(loads).toBeGreaterThan(1);
    await tab.close();
  });
});

describe('the dialog for an edit', () => {
  it('of a stale list shows the current entry [G76]', async () => {
    await tested.redis.sadd(tested.keys.blocklistGlobal, 'stale');
    const tab = await tested.open({ route: '#/lists/global' });
    await tab.route('**/v1/console/events', async (route) => route.abort());
    await signIn(tab, await tested.issue());
    const unblock = tab.getByRole('button', { name: 'Unblock stale' });
    await unblock.waitFor(LATER);
    const until = Date.now() + 2 * HOUR_MS;
    await tested.redis.zadd(tested.keys.timedOfBlocklist(tested.keys.blocklistGlobal), until, 'stale');
    await tested.redis.srem(tested.keys.blocklistGlobal, 'stale');
    await unblock.click();
    await submit('Unblock', tab);
    await tab.locator('[data-conflict]', { hasText: 'stale is blocked until' }).waitFor(LATER);
    await submit('Change it anyway', tab);
    await tab.getByText('stale was removed from this list.').waitFor(LATER);
    await tab.close();
  });

  it('keeps the end of a timed block unless another one is selected', async () => {
    const key = tested.keys.timedOfBlocklist(tested.keys.blocklistGlobal);
    const until = Date.now() + 2 * HOUR_MS;
    await tested.redis.zadd(key, until, 'timed');
    await show('lists/global');
    const change = page.getByRole('button', { name: 'Change timed' });
    await change.click();
    await dialog().locator('input[name=reason]').fill('still needed');
    await submit('Save');
    await page.locator('.toast').filter({ hasText: 'timed' }).waitFor(LATER);
    expect(await tested.redis.zscore(key, 'timed')).toBe(String(until));
    expect(await tested.redis.sismember(tested.keys.blocklistGlobal, 'timed')).toBe(0);
    await change.click();
    await dialog().locator('select[name=duration]').selectOption('untilTime');
    await dialog().locator('input[name=time]').fill('2100-01-01T10:00');
    await submit('Save');
    await page.getByText('timed is blocked.').waitFor(LATER);
    expect(Number(await tested.redis.zscore(key, 'timed'))).toBeGreaterThan(until);
  });

  it('is not closed by the answer to an earlier one', async () => {
    const held: Route[] = [];
    await page.route('**/slow-edit', async (route) => {
      if (route.request().method() === 'PUT') held.push(route);
      else await route.continue();
    });
    await openBlock('slow-edit');
    await submit('Block');
    await page.keyboard.press('Escape');
    await openBlock('next-edit');
    await eventually(() => held.length === 1, PATIENCE);
    await held[0]?.continue();
    await page.getByText('slow-edit is blocked.').waitFor(LATER);
    expect(await dialog().locator('input[name=feature]').inputValue()).toBe('next-edit');
    await submit('Cancel');
  });
});

const uuid = (index: number): string => `069a79f4-44e9-4726-a5be-${String(index).padStart(12, '0')}`;

it('a page says that it shows only the first rows, and finds every player by the UUID', async () => {
  const { keys, redis } = tested;
  const all = Array.from({ length: 1100 }, (_, index) => uuid(index));
  const adding = redis.pipeline();
  for (const player of all) adding.set(keys.rateLimitOf(`checkFeatures:${player}`), '1', 'PX', HOUR_MS);
  await adding.exec();
  await show('players');
  await page.getByText('Players who have reached a limit: 1,100').waitFor(LATER);
  await page.getByText('Only the first 200 are shown.').waitFor();
  const headers = { Authorization: `Bearer ${await tested.issue()}` };
  const response = await page.request.get(`${tested.origin}/v1/console/rate-limits`, { headers });
  const { limited } = (await response.json()) as { limited: { player: string }[] };
  const unlisted = all.find((player) => !limited.some((row) => row.player === player)) ?? '';
  await page.getByLabel('Find a player by UUID').fill(unlisted.replaceAll('-', '').toUpperCase());
  await page.getByRole('cell', { name: unlisted }).waitFor(LATER);
});

it('no page violates its policy, sends requests to other origins, or puts the token into a URL', () => {
  expect(tested.problems).toEqual([]);
});
