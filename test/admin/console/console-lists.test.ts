import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Route } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { LATER, signIn, startConsoleUnderTest, submit, untilLive } from './console-under-test.ts';
import type { ConsoleUnderTest } from './console-under-test.ts';

const PATIENCE = { withinMs: 30_000 };
const CONTENTS = '**/v1/console/lists/global';

/** Replaces the time limits of requests, which then only end by `passTime(ms)`. */
const MANUAL_TIME_LIMITS = `{
  const limits = [];
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    limits.push({ ms, controller });
    return controller.signal;
  };
  window.passTime = (passedMs) => {
    for (const { ms, controller } of limits) if (ms <= passedMs) controller.abort();
  };
}`;

let tested: ConsoleUnderTest;

beforeAll(async () => {
  tested = await startConsoleUnderTest();
  await tested.redis.sadd(tested.keys.blocklistGlobal, 'fly', 'shown', 'hidden');
}, 90_000);
afterAll(async () => {
  await tested.stop();
});

it('a list has no number of features until it is loaded', async () => {
  const tab = await tested.open();
  const held: Route[] = [];
  await tab.route(CONTENTS, (route) => void held.push(route));
  await signIn(tab, await tested.issue());
  await eventually(() => held.length === 1, PATIENCE);
  const count = tab.locator('.pane-head [role=status]');
  expect(await tab.locator('.content').innerText()).toContain('Loading');
  expect(await count.innerText()).toBe('');
  await held[0]?.fulfill({ status: 503, json: { error: '' } });
  await tab.getByText('Redis does not answer. Try again in a moment.').waitFor(LATER);
  expect(await count.innerText()).toBe('');
  await eventually(() => held.length === 2, PATIENCE);
  await held[1]?.continue();
  await count.filter({ hasText: 'Blocked features: 3' }).waitFor(LATER);
  await tab.close();
});

it('a list that is still being loaded after a minute is not requested again', async () => {
  const tab = await tested.open();
  await tab.addInitScript(MANUAL_TIME_LIMITS);
  await tab.reload();
  const held: Route[] = [];
  await tab.route(CONTENTS, (route) => void held.push(route));
  await signIn(tab, await tested.issue());
  await eventually(() => held.length === 1, PATIENCE);
  await tab.evaluate('passTime(60_000)');
  await held[0]?.continue();
  await tab.getByText('fly', { exact: true }).waitFor(LATER);
  expect(held).toHaveLength(1);
  await tab.close();
});

it('a name counts as unknown only if the names that mods have requested are loaded', async () => {
  const requested = '**/v1/console/names';
  const tab = await tested.signedIn();
  await tab.route(requested, async (route) => route.abort());
  const enter = async (): Promise<void> => {
    await tab.getByRole('button', { name: 'Block a feature' }).click();
    await tab.locator('dialog input[name=feature]').fill('unheard-of');
  };
  const note = tab.locator('dialog .field small').first();
  const failed = tab.waitForEvent('requestfailed', {
    predicate: (request) => request.url().endsWith('/names'),
    ...LATER,
  });
  await enter();
  await failed;
  expect(await note.innerText()).toBe('The name that mods use for it, case-sensitive.');
  await submit(tab, 'Cancel');
  await tab.unroute(requested);
  await enter();
  await note.filter({ hasText: 'not among the names that mods have requested recently' }).waitFor(LATER);
  await tab.close();
});

it('the history can be filtered by a list that is empty now', async () => {
  const headers = { Authorization: `Bearer ${await tested.issue()}`, 'If-Match': '*' };
  const { request } = await tested.open();
  const entry = `${tested.origin}/v1/blocklists/clients/emptied/fly`;
  const isListed = async (): Promise<boolean> =>
    (await (await request.get(`${tested.origin}/v1/console/lists`, { headers })).text()).includes('emptied');
  await eventually(async () => (await request.put(entry, { headers })).ok(), PATIENCE);
  await eventually(isListed, PATIENCE);
  await eventually(async () => (await request.delete(entry, { headers })).ok(), PATIENCE);
  await eventually(async () => !(await isListed()), PATIENCE);
  const tab = await tested.signedIn({ route: '#/history' });
  const list = tab.locator('.filters [name=list]');
  await list.selectOption('client:emptied', LATER);
  const others = tab.locator('.change').filter({ hasNotText: 'Mod emptied' });
  await eventually(async () => (await others.count()) === 0, PATIENCE);
  expect(await tab.locator('.change').count()).toBe(2);
  await tab.locator('.filters [name=actor]').fill('nobody');
  await tab.getByText('No recorded change matches.').waitFor(LATER);
  expect(await list.inputValue()).toBe('client:emptied');
  await tab.close();
});

it('a link is followed that is opened before the page listens to changes of the URL', async () => {
  const tab = await tested.open();
  await tab.evaluate(`new MutationObserver((_, observer) => {
    if (document.querySelector('nav') === null) return;
    observer.disconnect();
    location.hash = '#/history';
  }).observe(document, { childList: true, subtree: true })`);
  await signIn(tab, await tested.issue());
  await untilLive(tab);
  await tab.locator('.filters [name=list]').waitFor(LATER);
  await tab.close();
});

it('an edit is not refused behind a proxy that compresses, and thus makes entity tags weak', async () => {
  const tab = await tested.signedIn({ route: '#/lists/global' });
  await tab.route('**/v1/blocklists/**', async (route) => {
    const response = await route.fetch();
    const { etag, ...others } = response.headers();
    const headers = etag === undefined ? others : { ...others, etag: `W/${etag}` };
    await route.fulfill({ response, headers });
  });
  await tab.getByRole('button', { name: 'Unblock fly', exact: true }).click(LATER);
  await submit(tab, 'Unblock');
  await tab.getByText('fly was removed from the list “All mods”.').waitFor(LATER);
  await tab.close();
});

it('no page violates its policy, sends requests to other origins, or puts the token into a URL', () => {
  expect(tested.problems).toEqual([]);
});
