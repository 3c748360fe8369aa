import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { testRedisUrl } from '../../support/redis/redis.ts';
import { check } from '../../jar/ask.ts';
import { PATIENCE, START_TIMEOUT_MS, startProxy } from '../../jar/start-proxy.ts';
import { eventually } from '../../support/eventually.ts';
import type { StandIn } from '../../velocity-stand-in/stand-in.ts';
import { startConsoleUnderTest, violationsOf } from './console-under-test.ts';
import type { ConsoleUnderTest } from './console-under-test.ts';

const LATER = { timeout: 30_000 };

let tested: ConsoleUnderTest;
let proxy: StandIn;
let page: Page;

beforeAll(async () => {
  tested = await startConsoleUnderTest();
  const { sidecar } = tested;
  proxy = await startProxy({ redisUrl: testRedisUrl(), keyPrefix: sidecar.keyPrefix });
  await tested.redis.sadd(tested.keys.blocklistGlobal, 'fly');
  page = await tested.signedIn();
}, START_TIMEOUT_MS);
afterAll(async () => {
  await proxy.stop();
  await tested.stop();
});

const global = async () => (await tested.redis.smembers(tested.keys.blocklistGlobal)).sort();
const submit = async (tab: Page, label: string) => {
  await tab.locator('dialog').getByRole('button', { name: label, exact: true }).click();
};
const openBlock = async (tab: Page, feature: string) => {
  await tab.getByRole('button', { name: 'Block a feature' }).click();
  await tab.locator('dialog input[name=feature]').fill(feature);
};

describe('an edit in the console', () => {
  it('is in the next answer in the game, recorded with who and why, and undone by one button', async () => {
    const player = await proxy.join({ connected: true });
    expect(await check(player, 'my-mod', ['zoom'])).toMatchObject({ payload: { blocklist: [] } });
    await openBlock(page, 'zoom');
    await page.locator('dialog input[name=reason]').fill('<img src=x onerror=alert(1)>');
    await submit(page, 'Block');
    await page.getByText('zoom is blocked.').waitFor(LATER);
    const next = await proxy.join({ connected: true });
    expect(await check(next, 'my-mod', ['zoom'])).toMatchObject({ payload: { blocklist: ['zoom'] } });
    await page.goto(`${tested.origin}/console#/history`);
    const change = page.locator('.change', { hasText: 'zoom' }).first();
    expect(await change.innerText()).toMatch(/<img src=x onerror=alert\(1\)>[\s\S]*Ada · this console/);
    await change.getByRole('button', { name: 'Undo the change of zoom' }).click();
    await page.getByText('The change is undone.').waitFor(LATER);
    expect(await global()).toEqual(['fly']);
    await eventually(async () => {
      const another = await proxy.join({ connected: true });
      return (await check(another, 'my-mod', ['zoom'])).payload?.blocklist.length === 0;
    }, PATIENCE);
    await page.goto(`${tested.origin}/console#/lists/global`);
  });

  it('may end by itself, and knows what a name means', async () => {
    await openBlock(page, 'minimap');
    await page.locator('small', { hasText: 'The small map in a corner of the screen.' }).last().waitFor();
    await page.locator('dialog select[name=duration]').selectOption('hour');
    expect(await violationsOf(page)).toEqual([]);
    await submit(page, 'Block');
    await page.getByText(/(?:min|hr) left/).waitFor(LATER);
    const until = Number(await tested.redis.zscore(`${tested.keys.blocklistsUntil}global`, 'minimap'));
    expect(Math.abs(until - Date.now() - 3_600_000)).toBeLessThan(60_000);
  });

  it('is refused where the time is over, and offers the nearest known name', async () => {
    await openBlock(page, 'minimao');
    await page.getByRole('button', { name: 'Did you mean minimap?' }).waitFor();
    await page.locator('dialog select[name=duration]').selectOption('untilTime');
    await page.locator('dialog input[name=time]').fill('2020-01-01T10:00');
    await submit(page, 'Block');
    await page.getByText('This time is over.').waitFor();
    await submit(page, 'Cancel');
    expect(await global()).toEqual(['fly']);
  });

  it('shows the second of two admins what the first has made of the entry', async () => {
    const first = await tested.signedIn({ token: await tested.issue(undefined, { name: 'Taras' }) });
    await first.getByRole('button', { name: 'Unblock fly' }).waitFor(LATER);
    const seen = page.waitForResponse(/\/v1\/blocklists\/global\/fly$/);
    await page.getByRole('button', { name: 'Change fly' }).click();
    await (await seen).finished();
    await first.getByRole('button', { name: 'Unblock fly' }).click();
    await first.locator('dialog input[name=reason]').fill('no longer needed');
    await submit(first, 'Unblock');
    await first.getByText('fly is not blocked any more.').waitFor(LATER);
    await submit(page, 'Save');
    const conflict = page.locator('[data-conflict]');
    await conflict.waitFor(LATER);
    expect(await conflict.innerText()).toMatch(/fly is not blocked[\s\S]*Taras[\s\S]*no longer needed/);
    expect(await global()).toEqual([]);
    await submit(page, 'Change it all the same');
    await page.getByText('fly is blocked.').waitFor(LATER);
    expect(await global()).toEqual(['fly']);
    await first.close();
  });

  it('is offered to those alone whose token is good for it', async () => {
    const reader = await tested.signedIn({ token: await tested.issue('blocklists:read') });
    await reader.getByText('fly', { exact: true }).waitFor(LATER);
    expect(await reader.getByRole('button', { name: /[Bb]lock/ }).count()).toBe(0);
    await reader.evaluate("location.hash = '#/history'");
    await reader.locator('.change').first().waitFor(LATER);
    expect(await reader.getByRole('button', { name: /Undo/ }).count()).toBe(0);
    await reader.close();
  });

  it('breaks no policy of the page', () => {
    expect(tested.problems).toEqual([]);
  });
});
