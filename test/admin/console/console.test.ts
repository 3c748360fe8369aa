import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { hashOf, newTokenText } from '../../../admin/server/token.ts';
import { eventually } from '../../support/eventually.ts';
import { REPOSITORY } from '../../support/repository/repository.ts';
import { LATER, signIn, startConsoleUnderTest, submit, violationsOf } from './console-under-test.ts';
import type { ConsoleUnderTest } from './console-under-test.ts';

const PATIENCE = { withinMs: 30_000 };
const PAGES = ['lists', 'history', 'players', 'network', 'rejected'] as const;
const INJECTED = '<img src=x onerror="document.title=1">\u202e\u001b[31m';
const BUILT = join(REPOSITORY, 'admin', 'build', 'console');

let tested: ConsoleUnderTest;
/** A tab whose token expires while the other tests run. */
let expiring: Page;

beforeAll(async () => {
  tested = await startConsoleUnderTest({ withFaults: true });
  const { keys, redis } = tested;
  await redis.sadd(keys.blocklistGlobal, 'fly', 'minimap', INJECTED);
  await redis.sadd(keys.blocklistOf(INJECTED), 'zoom');
  await redis.zadd(keys.timedOfBlocklist(keys.blocklistOfServer('lobby')), Date.now() + 3_600_000, 'radar');
  await redis.set(keys.eventOf(`party${INJECTED}`), '{"server":"lobby","name":5}');
  await redis.set(keys.rateLimitOf('checkFeatures:069a79f4-44e9-4726-a5be-fca90e38aaf5'), '1', 'PX', 600_000);
  const expiresAt = String(Date.now() + 20_000);
  expiring = await tested.signedIn({ token: await tested.issue('metrics:read', { expiresAt }) });
}, 90_000);
afterAll(async () => {
  await tested.stop();
});

const heading = (page: Page) => page.locator('h1');

describe('the bundle', () => {
  it('is smaller than 50 kB gzipped, and loads nothing from other origins', () => {
    const files = readdirSync(BUILT).filter((name) => /\.(?:js|css|svg|html)$/.test(name));
    expect(files).toHaveLength(4);
    const sizes = files.map((name) => gzipSync(readFileSync(join(BUILT, name))).length);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(50_000);
    const html = readFileSync(join(BUILT, 'index.html'), 'utf8');
    expect(html).not.toMatch(/https?:|style=|<script(?! type="module" src)/);
  });

  it('has one inline style, which the policy permits by its hash', async () => {
    const page = await tested.open();
    const response = await page.goto(`${tested.origin}/console`);
    const html = (await response?.text()) ?? '';
    const policy = response?.headers()['content-security-policy'];
    const [style, ...others] = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)];
    const hash = createHash('sha256')
      .update(style?.[1] ?? '')
      .digest('base64');
    expect(others).toEqual([]);
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}';`);
    expect(policy).not.toContain('unsafe');
    await page.close();
  });
});

describe('signing in', () => {
  it.each([
    ['a text that is not a token', () => Promise.resolve('secret'), /This is not a token/],
    ['an unknown token', () => Promise.resolve(newTokenText()), /unknown, has expired, or was revoked/],
    ['an expired token', async () => await tested.issue('metrics:read', { expiresAt: '5' }), /has expired/],
    ['a token without useful scopes', async () => await tested.issue('none'), /no scope.*blocklists:read/],
  ])('explains what is wrong with %s', async (_, token, sentence) => {
    const page = await tested.open();
    await signIn(page, await token());
    await eventually(async () => sentence.test(await page.locator('[role=alert]').innerText()), PATIENCE);
    await page.close();
  });

  it('shows only the pages that the token permits', async () => {
    const page = await tested.signedIn({ token: await tested.issue('metrics:read') });
    expect(await page.locator('nav a').allInnerTexts()).toEqual(['Network', 'Rejected values']);
    await page.evaluate("location.hash = '#/lists/global'");
    expect(await heading(page).innerText()).toBe('Network');
    const reader = await tested.signedIn({ token: await tested.issue('blocklists:read') });
    await reader.getByText('minimap', { exact: true }).waitFor();
    expect(await reader.locator('.pane button').count()).toBe(0);
    await Promise.all([page.close(), reader.close()]);
  });

  it('ends with an explanation when the token is revoked, and deletes the token', async () => {
    const token = await tested.issue();
    const page = await tested.signedIn({ token, route: '#/players' });
    await tested.redis.del(tested.keys.tokenOf(hashOf(token)));
    await eventually(
      async () => (await page.locator('[role=alert]').innerText()).includes('no longer valid'),
      PATIENCE,
    );
    expect(await page.evaluate('sessionStorage.length + document.cookie.length')).toBe(0);
    await page.close();
  });

  it('is done by the link that the server prints, once, for all tabs of the browser', async () => {
    const link = /http:\S+\?key=\S+/.exec(tested.server.output.join('\n'))?.[0] ?? '';
    const page = await tested.open();
    await page.goto(link);
    await page.locator('[data-state=live]').waitFor(LATER);
    expect(await page.evaluate('document.cookie + location.search')).toBe('');
    const tab = await page.context().newPage();
    await tab.goto(`${tested.origin}/console#/network`);
    await tab.locator('[data-state=live]').waitFor(LATER);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.locator('input[name=token]').waitFor(LATER);
    await tab.getByText('The session of the printed link has ended').waitFor(LATER);
    const other = await tested.open();
    expect((await other.goto(link))?.status()).toBe(403);
    await Promise.all([page.close(), other.close()]);
  });

  it('survives a reload of the page in the same tab', async () => {
    const page = await tested.signedIn();
    await page.reload();
    await page.locator('[data-state=live]').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.locator('input[name=token]').waitFor();
    await page.close();
  });

  it('shows nothing of the edits that the previous user of the tab has made', async () => {
    const page = await tested.signedIn();
    await page.getByRole('button', { name: 'Block a feature' }).click();
    await page.locator('dialog input[name=feature]').fill('own-edit');
    // Repeated, as Redis may not answer in time while the machine is busy; nothing is written then.
    await eventually(async () => {
      await submit(page, 'Block');
      await page.locator('.toast').waitFor({ timeout: 5000 });
      return true;
    }, PATIENCE);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(page, await tested.issue());
    await page.locator('[data-state=live]').waitFor();
    expect(await page.locator('.toast').count()).toBe(0);
    await page.close();
  });
});

describe('the console', () => {
  it('shows direct writes to Redis without a reload', async () => {
    const page = await tested.signedIn();
    await page.getByText('minimap', { exact: true }).waitFor();
    await tested.redis.sadd(tested.keys.blocklistGlobal, 'live-feature');
    await page.getByText('live-feature', { exact: true }).waitFor();
    await tested.redis.srem(tested.keys.blocklistGlobal, 'live-feature');
    await page.getByText('live-feature', { exact: true }).waitFor({ state: 'detached' });
    await page.close();
  });

  it('shows untrusted texts as text, with escaped invisible characters', async () => {
    const page = await tested.signedIn();
    await page
      .getByText(String.raw`onerror="document.title=1">\u202e\u001b[31m`)
      .first()
      .waitFor();
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.title()).toBe('Blocklists – feature-control');
    await page.goto(`${tested.origin}/console#/rejected`);
    await page
      .getByText(String.raw`\u202e\u001b[31m`)
      .first()
      .waitFor();
    await page.getByText('name must be').first().waitFor();
    await page.close();
  });

  it('uses the language of the browser, or the selected one', async () => {
    const page = await tested.signedIn({ locale: 'uk-UA' });
    expect(await page.locator('nav a').first().innerText()).toBe('Списки блокувань');
    await page.locator('select.language').selectOption('en');
    expect(await page.locator('nav a').first().innerText()).toBe('Blocklists');
    expect(await page.evaluate('document.documentElement.lang')).toBe('en');
    await page.close();
  });

  it('searches 10,000 names, with only the visible rows in the document', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `feature-${index}`);
    await tested.redis.sadd(tested.keys.blocklistOf('huge'), ...names);
    const page = await tested.signedIn({ route: '#/lists/client%3Ahuge' });
    await page.getByText('Blocked features: 10,000').waitFor(LATER);
    await page.getByLabel('Search in this list').fill('9999');
    await page.getByText('1 of 10,000 features').waitFor();
    await page.getByText('feature-9999', { exact: true }).waitFor();
    await page.getByLabel('Search in this list').fill('');
    expect(await page.locator('.content .row').count()).toBeLessThan(60);
    await tested.redis.sadd(tested.keys.blocklistOf('huge'), 'feature-new');
    await page.getByText('Blocked features: 10,001').waitFor(LATER);
    await tested.redis.del(tested.keys.blocklistOf('huge'));
    await page.close();
  });

  it('shows a proxy that sends heartbeats, and marks it as gone when they stop', async () => {
    const { keys, redis } = tested;
    // Before the heartbeat is written: a proxy is shown as gone after 15 s.
    const page = await tested.signedIn({ route: '#/network' });
    const now = Date.now();
    const record = { kind: 'proxy', name: 'proxy-1:25565', version: '0.1.0', health: 'ok', answers: '7' };
    const key = keys.nodeOf('0123456789abcdef');
    await redis.hset(key, { ...record, startedAt: now, clock: now, seenAt: now });
    const card = page.locator('[data-node="proxy-1:25565"]');
    await card.getByText('ok', { exact: true }).waitFor();
    await card.getByRole('img', { name: /Answers per second, last hour/ }).waitFor();
    await redis.hset(key, { seenAt: now - 60_000 });
    await card.getByText('gone', { exact: true }).waitFor(LATER);
    await redis.del(key);
    await page.close();
  });

  describe.each(['light', 'dark'] as const)('in %s mode', (scheme) => {
    it('has no violations for axe-core, and fits on a phone', async () => {
      const page = await tested.open({ scheme, width: 375 });
      expect(await violationsOf(page)).toEqual([]);
      await signIn(page, await tested.issue());
      await page.locator('[data-state=live]').waitFor();
      for (const name of PAGES) {
        await page.evaluate(`location.hash = '#/${name}'`);
        await page.locator(`nav a[aria-current][href="#/${name}"]`).waitFor();
        await eventually(async () => !(await page.locator('main').innerText()).includes('Loading'), PATIENCE);
        expect({ name, violations: await violationsOf(page) }).toEqual({ name, violations: [] });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
      }
      await page.close();
    });
  });

  it.each([375, 768])(
    'shows names and buttons of timed blocks at %i px, also in Ukrainian',
    async (width) => {
      const { keys, redis } = tested;
      const timed = keys.timedOfBlocklist(keys.blocklistOf('narrow'));
      await redis.zadd(timed, Date.now() + 3_000_000, 'minimap', 9e14, 'x'.repeat(100));
      const page = await tested.signedIn({ locale: 'uk-UA', width, route: '#/lists/client:narrow' });
      const rows = page.locator('.content .row');
      await rows.nth(1).waitFor(LATER);
      const outside: unknown =
        await page.evaluate(`[...document.querySelectorAll('.content .row')].flatMap((row) => {
      const outer = row.getBoundingClientRect();
      return [...row.querySelectorAll('.name, .pill, button')].filter((part) => {
        const { left, right, top, bottom, width } = part.getBoundingClientRect();
        const isInside = left >= outer.left && right <= outer.right && top >= outer.top && bottom <= outer.bottom;
        return !isInside || width < 40;
      }).map((part) => part.outerHTML);
    })`);
      expect(outside).toEqual([]);
      await redis.del(timed);
      await page.close();
    },
  );

  it('lets keyboard users skip to the content', async () => {
    const page = await tested.signedIn();
    await page.reload();
    await page.getByText('minimap', { exact: true }).waitFor();
    await page.locator('body').press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    await page.close();
  });
});

describe('a failure of Redis', () => {
  it('is reported, and disappears when Redis is available again', async () => {
    const page = await tested.signedIn();
    await page.getByText('minimap', { exact: true }).waitFor();
    await tested.faults.set({ kind: 'refuse' });
    tested.faults.dropConnections();
    await page.getByText('Redis is unreachable').waitFor(LATER);
    expect(await page.locator('[data-state]').innerText()).toContain('Reconnecting');
    await tested.redis.sadd(tested.keys.blocklistGlobal, 'while-away');
    await tested.faults.set({ kind: 'none' });
    await page.getByText('while-away', { exact: true }).waitFor(LATER);
    await page.getByText('Redis is unreachable').waitFor({ state: 'detached' });
    await tested.redis.srem(tested.keys.blocklistGlobal, 'while-away');
    await page.close();
  });
});

it('a session ends with an explanation when the token expires', async () => {
  await expiring.locator('[role=alert]', { hasText: 'Your token expired' }).waitFor(LATER);
  expect(await expiring.evaluate('sessionStorage.length + document.cookie.length')).toBe(0);
});

it('no page violates its policy, sends requests to other origins, or puts the token into a URL', () => {
  expect(tested.problems).toEqual([]);
});
