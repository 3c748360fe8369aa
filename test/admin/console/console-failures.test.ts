import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page, Request, Route } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { useStarted } from '../../support/use-started.ts';
import { openBlock, signIn, startConsoleUnderTest, submit } from './console-under-test.ts';
import { startNetworkLink } from './network-link.ts';

const HOUR_MS = 3_600_000;

/** A page that loads before its stream is open has done so within this time. */
const LOADED_MS = 2000;
const tested = useStarted(async () => await startConsoleUnderTest({ withFaults: true }), 90_000);
let page: Page;

beforeAll(async () => {
  await tested.redis.sadd(tested.keys.blocklistGlobal, 'fly');
  page = await tested.signedIn();
});

const show = async (route: string): Promise<void> => {
  await page.goto(`${tested.origin}/console#/${route}`);
};
const dialog = (): Locator => page.locator('dialog');
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

/** Opens a tab, and records its requests from when it is idle. */
async function openIdle(route: string, isHidden = false): Promise<Request[]> {
  const tab = await tested.signedIn({ route: `#/${route}` });
  await eventually(async () => !(await tab.locator('main').innerText()).includes('Loading'));
  if (isHidden)
    await tab.evaluate(
      "Object.defineProperty(document, 'hidden', { value: true, configurable: true }); " +
        "document.dispatchEvent(new Event('visibilitychange'))",
    );
  // Ignores requests that are in flight, or were delayed by up to a second.
  await delay(1500);
  const requests: Request[] = [];
  tab.on('request', (request) => requests.push(request));
  return requests;
}

it('an idle tab only polls the page of players, and a hidden one sends no requests', async () => {
  const idle = [openIdle('lists/global'), openIdle('history'), openIdle('network', true)];
  const [polling, ...silent] = await Promise.all([openIdle('players'), ...idle]);
  // Again if a busy machine delays the requests of opening a tab until here.
  await eventually(async () => {
    for (const requests of [polling, ...silent]) requests.length = 0;
    await eventually(() => polling.length > 1);
    expect(silent.map(({ length }) => length)).toEqual([0, 0, 0]);
    return true;
  });
});

describe('the stream of events', () => {
  it('reconnects if the stream of events gets no answer', async () => {
    const page = await tested.open();
    await page.clock.install();
    const held: Route[] = [];
    await page.route('**/v1/console/events', (route) => void held.push(route));
    await signIn(page, await tested.issue());
    await eventually(() => held.length === 1);
    await page.clock.fastForward(25_000);
    await page.locator('[data-state=interrupted]').waitFor();
    await page.clock.fastForward(1000);
    await eventually(() => held.length === 2);
    await page.close();
  });

  it('reconnects after a restart of the server, and receives events again', async () => {
    const page = await tested.signedIn();
    await page.getByText('fly', { exact: true }).waitFor();
    await tested.server.kill();
    await page.locator('[data-state=interrupted]').waitFor();
    await tested.redis.sadd(tested.keys.blocklistGlobal, 'during-restart');
    await tested.server.start();
    await page.getByText('during-restart', { exact: true }).waitFor();
    await page.locator('[data-state=live]').waitFor();
    await tested.redis.sadd(tested.keys.blocklistGlobal, 'after-restart');
    await page.getByText('after-restart', { exact: true }).waitFor();
    await page.close();
  });
});

it('signing in misses no change that is made before the stream of events is open', async () => {
  const other = await tested.signedIn();
  const page = await tested.open();
  await page.route('**/v1/console/events', async (route) => {
    const loaded = page.waitForResponse(/\/v1\/blocklists\/global$/);
    await Promise.race([loaded.then((response) => response.finished()), delay(LOADED_MS)]);
    await tested.redis.sadd(tested.keys.blocklistGlobal, 'early');
    await other.getByText('early', { exact: true }).waitFor();
    await route.continue();
  });
  await signIn(page, await tested.issue());
  await page.getByText('early', { exact: true }).waitFor();
  await Promise.all([page.close(), other.close()]);
});

it('an interruption of the stream of events hides neither that Redis has recovered in the meantime, nor a change and its author', async () => {
  const link = await startNetworkLink(Number(new URL(tested.origin).port));
  const tab = await tested.signedIn({ from: link.origin });
  const interrupt = async (during: () => Promise<void>): Promise<void> => {
    await link.cut();
    await tab.locator('.banner', { hasText: 'The server does not answer.' }).waitFor();
    await during();
    await link.restore();
    await tab.evaluate("dispatchEvent(new Event('online'))");
  };
  await disconnectRedis();
  await tab.getByText('Redis is unreachable').waitFor();
  await interrupt(async () => {
    await tested.faults.set({ kind: 'none' });
    await eventually(async () => await block('during-outage'));
  });
  await tab.locator('[data-state=live]').waitFor();
  await tab.locator('.banner').waitFor({ state: 'detached' });
  await tab.getByText('during-outage', { exact: true }).waitFor();
  await show('lists/global');
  await interrupt(async () => {
    await block('unnoticed');
    await page.locator('.row', { hasText: 'unnoticed' }).waitFor();
  });
  await tab
    .locator('.row', { hasText: 'unnoticed' })
    .getByText(/^Ada · .* · HTTP API$/)
    .waitFor();
  await tab.close();
  await link.cut();
});

it('an outage of Redis disables what edits, says why, and takes the focus from nobody', async () => {
  const tab = await tested.signedIn();
  const block = tab.getByRole('button', { name: 'Block a feature' });
  await openBlock(tab, 'in-outage');
  await submit(tab, 'Block');
  await tab.getByText('in-outage is blocked.').waitFor();
  await openBlock(tab, 'in-outage-too');
  await disconnectRedis();
  await tab.locator('dialog').getByText('Redis is unreachable').waitFor();
  await tab.keyboard.press('Enter');
  expect(await tab.locator('dialog [aria-disabled=true]').innerText()).toBe('Block');
  await tab.keyboard.press('Escape');
  for (const button of [block, tab.getByRole('button', { name: 'Change fly' })]) {
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    expect(await button.getAttribute('title')).toMatch(/^Redis is unreachable/);
    await button.click({ force: true });
    await tab.locator('.toast', { hasText: 'Redis is unreachable' }).waitFor();
  }
  await tab.goto(`${tested.origin}/console#/history`);
  await tab.locator('.row [aria-disabled=true]').first().waitFor();
  await tested.faults.set({ kind: 'none' });
  await tab.locator('.row [aria-disabled=false]').first().waitFor();
  expect(await tested.redis.sismember(tested.keys.blocklistGlobal, 'in-outage-too')).toBe(0);
  await tab.close();
});

describe('a failed request', () => {
  it('of an edit names the reason of Redis, or says that the edit may have been made', async () => {
    await show('lists/global');
    await openBlock(page, 'rejected-edit');
    await rejectCommands('MISCONF Redis is configured to save RDB snapshots', 'EVAL', 'EVALSHA');
    await submit(page, 'Block');
    await dialog().getByText('Redis rejected the command: MISCONF.').waitFor();
    await tested.faults.set({ kind: 'none' });
    await page.route('**/v1/blocklists/global', async (route) => {
      if (route.request().method() === 'PATCH') await route.fulfill({ status: 503, json: { error: '' } });
      else await route.continue();
    });
    await submit(page, 'Block');
    await dialog().getByText('Check the entry before you try again').waitFor();
    await submit(page, 'Cancel');
    await page.unroute('**/v1/blocklists/global');
  });

  it('of a page is explained in place of “Loading …”', async () => {
    await rejectCommands('NOPERM No permissions to access a key', 'PTTL');
    await tested.redis.set(tested.keys.rateLimitOf(`checkFeatures:${uuid(0)}`), '1', 'PX', HOUR_MS);
    await show('players');
    await page.locator('main').getByText('Redis rejected the command: NOPERM.').waitFor();
    expect(await page.locator('.content, .page').innerText()).not.toContain('Loading');
    await tested.faults.set({ kind: 'none' });
    await page.getByText('Players who have reached a limit: 1', { exact: true }).waitFor();
    expect(await page.locator('main').innerText()).not.toContain('NOPERM');
  });
});

describe('the dialog for an edit', () => {
  it('of a stale list shows all current entries at once, and changes none before [G76]', async () => {
    const { keys, redis } = tested;
    const key = keys.blocklistOf('stale');
    await redis.sadd(key, 'first', 'gone', 'second', 'third');
    const tab = await tested.open({ route: '#/lists/client:stale' });
    await tab.route('**/v1/console/events', async (route) => route.abort());
    await signIn(tab, await tested.issue());
    await tab.getByText('third', { exact: true }).waitFor();
    await tab.route('**/v1/blocklists/clients/stale', async (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    );
    const until = Date.now() + 2 * HOUR_MS;
    await redis.zadd(keys.timedOfBlocklist(key), until, 'first', until, 'second');
    await redis.srem(key, 'first', 'gone', 'second');
    await tab.getByRole('button', { name: 'As text' }).click();
    await tab.locator('dialog textarea').fill('');
    await submit(tab, 'Apply');
    const conflicts = tab.locator('[data-conflict] li');
    await conflicts.nth(1).waitFor();
    expect(await conflicts.allInnerTexts()).toEqual([
      expect.stringMatching(/^first blocked until /),
      expect.stringMatching(/^second blocked until /),
    ]);
    expect(await redis.smembers(key)).toEqual(['third']);
    await submit(tab, 'Change it anyway');
    await tab.getByText('Changed features: 3').waitFor();
    expect(await redis.exists(key, keys.timedOfBlocklist(key))).toBe(0);
    await tab.close();
  });

  it('is not closed by the answer to an earlier one', async () => {
    await show('lists/global');
    const held: Route[] = [];
    await page.route('**/v1/blocklists/global', async (route) => {
      if (route.request().method() === 'PATCH') held.push(route);
      else await route.continue();
    });
    await openBlock(page, 'slow-edit');
    await submit(page, 'Block');
    await page.keyboard.press('Escape');
    await openBlock(page, 'next-edit');
    await eventually(() => held.length === 1);
    await held[0]?.continue();
    await page.getByText('slow-edit is blocked.').waitFor();
    expect(await dialog().locator('input[name=feature]').inputValue()).toBe('next-edit');
    await page.unroute('**/v1/blocklists/global');
    await submit(page, 'Cancel');
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
  await page.getByText('Players who have reached a limit: 1,100').waitFor();
  await page.getByText('Only the first 200 are shown.').waitFor();
  const headers = { Authorization: `Bearer ${await tested.issue()}` };
  const response = await page.request.get(`${tested.origin}/v1/console/rate-limits`, { headers });
  const { limited } = (await response.json()) as { limited: { player: string }[] };
  const unlisted = all.find((player) => !limited.some((row) => row.player === player)) ?? '';
  await page.getByLabel('Find a player by UUID').fill(unlisted.replaceAll('-', '').toUpperCase());
  await page.getByRole('cell', { name: unlisted }).waitFor();
});

it('no page violates its policy, sends requests to other origins, or puts the token into a URL', () => {
  expect(tested.problems).toEqual([]);
});
