import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Route } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { LATER, signIn, startConsoleUnderTest, submit } from './console-under-test.ts';
import type { ConsoleUnderTest } from './console-under-test.ts';
import { startNetworkLink } from './network-link.ts';

const PATIENCE = { withinMs: 30_000 };
const HOUR_MS = 3_600_000;

let tested: ConsoleUnderTest;
let timedKey: string;

beforeAll(async () => {
  tested = await startConsoleUnderTest({ withFaults: true });
  timedKey = tested.keys.timedOfBlocklist(tested.keys.blocklistGlobal);
}, 90_000);
afterAll(async () => {
  await tested.stop();
});

it('an edit in a tab whose list is stale shows the current entry before it changes it [G76]', async () => {
  const until = Date.now() + 2 * HOUR_MS;
  await tested.redis.zadd(timedKey, until, 'stale');
  const tab = await tested.open({ route: '#/lists/global' });
  await tab.route('**/v1/console/events', async (route) => route.abort());
  const held: Route[] = [];
  let isHolding = true;
  await tab.route('**/v1/blocklists/global/stale', async (route) => {
    if (isHolding) held.push(route);
    else await route.continue();
  });
  await signIn(tab, await tested.issue());
  const change = tab.getByRole('button', { name: 'Change stale' });
  await change.waitFor(LATER);
  await tested.redis.sadd(tested.keys.blocklistGlobal, 'stale');
  const conflict = tab.locator('[data-conflict]', { hasText: 'stale is permanently blocked' });
  // Saved before the entry was read.
  await change.click();
  await eventually(() => held.length === 1, PATIENCE);
  isHolding = false;
  await tab.locator('dialog input[name=reason]').fill('still needed');
  await submit(tab, 'Save');
  await conflict.waitFor(LATER);
  await submit(tab, 'Cancel');
  await held[0]?.abort();
  // Shown as soon as the entry was read.
  await change.click();
  await conflict.waitFor(LATER);
  await submit(tab, 'Cancel');
  expect(await tested.redis.sismember(tested.keys.blocklistGlobal, 'stale')).toBe(1);
  await tab.close();
});

it('a block that ends after the year 9999 keeps its end unless another one is selected', async () => {
  const ends = { far: 999_999_999_999_000, last: 8_640_000_000_000_000 - 1 };
  await tested.redis.zadd(timedKey, ends.far, 'far', ends.last, 'last');
  const tab = await tested.signedIn({ route: '#/lists/global' });
  for (const [feature, end] of Object.entries(ends)) {
    await tab.getByRole('button', { name: `Change ${feature}` }).click();
    await tab.locator('dialog input[name=reason]').fill('still needed');
    await submit(tab, 'Save');
    await tab.locator('.toast').filter({ hasText: feature }).waitFor(LATER);
    expect(await tested.redis.zscore(timedKey, feature)).toBe(String(end));
  }
  expect(tested.problems).toEqual([]);
  await tab.close();
});

it.each([
  ['the clock of the browser is set', 'Date', 24],
  ['the computer was suspended', 'performance', -1],
])('the console keeps the time of Redis if %s', async (_, clock, hours) => {
  const token = await tested.issue(undefined, { expiresAt: String(Date.now() + HOUR_MS) });
  const page = await tested.signedIn({ route: '#/lists/global', token });
  const asked = page.waitForResponse('**/v1/session', LATER);
  await page.evaluate(
    `{ const now = ${clock}.now.bind(${clock}); ${clock}.now = () => now() + ${hours * HOUR_MS}; }`,
  );
  await (await asked).finished();
  await page.getByRole('button', { name: 'Block a feature' }).click();
  await page.locator('dialog input[name=feature]').fill(clock);
  await page.locator('dialog select[name=duration]').selectOption('hour');
  await submit(page, 'Block');
  await page.getByText(`${clock} is blocked.`).waitFor(LATER);
  const until = Number(await tested.redis.zscore(timedKey, clock));
  expect(Math.abs(until - Date.now() - HOUR_MS)).toBeLessThan(60_000);
  await page.close();
});

it('a session of the form replaces the one that a retry has continued at the same time', async () => {
  const [kept, entered] = await Promise.all([tested.issue(), tested.issue()]);
  const tab = await tested.open();
  const held = new Map<string, Route>();
  let isHolding = false;
  await tab.route('**/v1/session', async (route) => {
    if (isHolding) held.set(route.request().headers()['authorization'] ?? '', route);
    else await route.fulfill({ status: 503, json: { error: '' } });
  });
  await tab.evaluate(`sessionStorage.setItem('feature-control.token', '${kept}')`);
  await tab.reload();
  await tab.getByText('The token of this tab is kept').waitFor(LATER);
  isHolding = true;
  await eventually(() => held.has(`Bearer ${kept}`), PATIENCE);
  await signIn(tab, entered);
  await eventually(() => held.has(`Bearer ${entered}`), PATIENCE);
  await held.get(`Bearer ${kept}`)?.continue();
  await tab.locator('[data-state=live]').waitFor(LATER);
  const stopped = tab.waitForEvent('requestfailed', {
    predicate: (request) =>
      request.url().endsWith('/events') && request.headers()['authorization'] === `Bearer ${kept}`,
    ...LATER,
  });
  await held.get(`Bearer ${entered}`)?.continue();
  await stopped;
  await tab.locator('[data-state=live]').waitFor(LATER);
  expect(await tab.evaluate("sessionStorage.getItem('feature-control.token')")).toBe(entered);
  await tab.close();
});

it('the message that lists cannot be read stays when the stream of events is opened again', async () => {
  const link = await startNetworkLink(Number(new URL(tested.origin).port));
  const tab = await tested.signedIn({ from: link.origin, route: '#/lists/global' });
  const commands = ['SCARD', 'SSCAN', 'ZCARD', 'ZSCAN'];
  await tested.faults.set({ kind: 'error', error: 'NOPERM No permissions to run the command', commands });
  await tested.redis.sadd(tested.keys.blocklistGlobal, 'unreadable');
  await tab.locator('.banner', { hasText: 'Redis is unreachable' }).waitFor(LATER);
  await link.cut();
  await tab.locator('.banner', { hasText: 'The server does not answer.' }).waitFor(LATER);
  await link.restore();
  await tab.evaluate("dispatchEvent(new Event('online'))");
  await tab.locator('.banner', { hasText: 'Redis is unreachable' }).waitFor(LATER);
  await tested.faults.set({ kind: 'none' });
  await tab.getByRole('button', { name: 'Change unreadable' }).waitFor(LATER);
  await tab.locator('.banner').waitFor({ state: 'detached', ...LATER });
  await tab.close();
  await link.cut();
});

it('the state at the top is not Live while the server reconnects to Redis', async () => {
  const tab = await tested.signedIn();
  await tested.faults.set({ kind: 'refuse' });
  tested.faults.dropConnections();
  await tab.locator('.banner', { hasText: 'Redis is unreachable' }).waitFor(LATER);
  const state = tab.locator('[data-state=interrupted]');
  expect(await state.innerText()).toContain('Reconnecting');
  expect(await tab.locator('[data-state=live]').count()).toBe(0);
  await tested.faults.set({ kind: 'none' });
  await tab.locator('[data-state=live]').waitFor(LATER);
  await tab.close();
});

it('keyboard users can skip to the sign-in form', async () => {
  const tab = await tested.open();
  await tab.locator('input[name=token]').waitFor(LATER);
  await tab.locator('body').press('Tab');
  expect(await tab.locator(':focus').innerText()).toBe('Skip to the content');
  await tab.keyboard.press('Enter');
  expect(await tab.evaluate('document.activeElement.id')).toBe('content');
  await tab.close();
});

it.each([
  ['en-GB', 'The browser blocks the storage of this page. Allow site data for this address.'],
  ['uk-UA', 'Браузер блокує сховище цієї сторінки. Дозвольте дані сайту для цієї адреси.'],
])('the page of a browser in %s says that its storage is blocked', async (locale, sentence) => {
  const tab = await tested.open({ locale });
  const errors: string[] = [];
  tab.on('pageerror', ({ message }) => errors.push(message));
  await tab.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get: () => { throw new DOMException('Access is denied', 'SecurityError'); },
    });`);
  await tab.reload();
  await tab.getByText(sentence, { exact: true }).waitFor(LATER);
  expect(errors).toEqual([]);
  await tab.close();
});

it('a token stays in the form when the reason changes for which another cannot be checked', async () => {
  const tab = await tested.open();
  let body: Readonly<Record<string, string>> = { error: '' };
  await tab.route('**/v1/session', (route) => route.fulfill({ status: 503, json: body }));
  await tab.evaluate(`sessionStorage.setItem('feature-control.token', '${await tested.issue()}')`);
  await tab.reload();
  await tab.getByText('The token of this tab is kept').waitFor(LATER);
  const field = tab.locator('input[name=token]');
  await field.fill('fct_half');
  body = { error: '', reason: 'LOADING' };
  await tab.getByText('LOADING').waitFor(LATER);
  expect(await field.inputValue()).toBe('fct_half');
  await tab.close();
});
