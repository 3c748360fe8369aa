import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { hashOf, newTokenText } from '../../../admin/server/access/token.ts';
import { eventually } from '../../support/eventually.ts';
import { heartbeatOf } from '../../support/redis/heartbeat-of.ts';
import { REPOSITORY } from '../../support/repository/repository.ts';
import { useStarted } from '../../support/use-started.ts';
import { signIn, startConsoleUnderTest, submit, violationsOf } from './console-under-test.ts';

const PAGES = ['lists', 'explain//fly', 'history', 'players', 'network', 'rejected'] as const;
const INJECTED = '<img src=x onerror="document.title=1">\u202e\u001b[31m';
const BUILT = join(REPOSITORY, 'admin', 'build', 'console');

const tested = useStarted(startConsoleUnderTest, 90_000);
/** A tab with all scopes. */
let page: Page;

beforeAll(async () => {
  const { keys, redis } = tested;
  await redis.sadd(keys.blocklistGlobal, 'fly', 'minimap', INJECTED);
  await redis.sadd(keys.blocklistOf(INJECTED), 'zoom');
  await redis.zadd(keys.timedOfBlocklist(keys.blocklistOfServer('lobby')), Date.now() + 3_600_000, 'radar');
  await redis.set(keys.eventOf(`party${INJECTED}`), '{"server":"lobby","name":5}');
  await redis.set(keys.rateLimitOf('checkFeatures:069a79f4-44e9-4726-a5be-fca90e38aaf5'), '1', 'PX', 600_000);
  page = await tested.signedIn();
});

const show = async (route: string): Promise<void> => {
  await page.goto(`${tested.origin}/console#/${route}`);
};
const untilLoaded = async (tab: Page): Promise<void> => {
  await eventually(async () => !(await tab.locator('main').innerText()).includes('Loading'));
};
/** Writes the heartbeat of a proxy, and waits for the server: pages ask it only every few seconds. */
const heartbeat = async (name: string, fields: Record<string, string | number> = {}): Promise<string> => {
  const { keys, origin, redis } = tested;
  const key = keys.programOf('proxy', name);
  const now = Date.now();
  const shown = { version: '0.1.0', answers: '7', serverScopes: 1, startedAt: now, clock: now, seenAt: now };
  await redis.hset(key, heartbeatOf(name, { ...shown, ...fields }));
  const headers = { Authorization: `Bearer ${await tested.issue()}` };
  const programs = async () => await (await fetch(`${origin}/v1/console/programs`, { headers })).text();
  await eventually(async () => (await programs()).includes(JSON.stringify(name)));
  return key;
};

describe('the bundle', () => {
  it('is smaller than 50 kB gzipped, and loads nothing from other origins', () => {
    const files = readdirSync(BUILT).filter((name) => /\.(?:js|css|svg|html)$/.test(name));
    expect(files).toHaveLength(4);
    const sizes = files.map((name) => gzipSync(readFileSync(join(BUILT, name))).length);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(50_000);
    const html = readFileSync(join(BUILT, 'index.html'), 'utf8');
    expect(html).not.toMatch(/https?:|style=|<style|<script(?! type="module" src)/);
  });

  it('permits neither inline scripts nor inline styles', async () => {
    const response = await page.request.get(`${tested.origin}/console`);
    const policy = response.headers()['content-security-policy'];
    expect(policy).toMatch(/default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(policy).not.toContain('unsafe');
  });
});

describe('signing in', () => {
  it('begins in the field for the token, and says if the token is not valid', async () => {
    const tab = await tested.open();
    await tab.locator('input[name=token]:focus').waitFor();
    await signIn(tab, newTokenText());
    await tab.locator('[role=alert]', { hasText: 'This token is not valid' }).waitFor();
    await tab.close();
  });

  it('shows only the pages that the token permits', async () => {
    const tab = await tested.signedIn({ token: await tested.issue('metrics:read') });
    expect(await tab.locator('nav a').allInnerTexts()).toEqual(['Network', 'Rejected values']);
    await tab.evaluate("location.hash = '#/lists/global'");
    expect(await tab.locator('h1').innerText()).toBe('Network');
    await tab.close();
  });

  it('survives a reload of the tab, ends when the token is revoked, and deletes the token', async () => {
    const token = await tested.issue();
    const tab = await tested.signedIn({ token, route: '#/players' });
    await tab.reload();
    await tab.locator('[data-state=live]').waitFor();
    await tested.redis.del(tested.keys.tokenOf(hashOf(token)));
    await tab.locator('[role=alert]', { hasText: 'Your session has ended' }).waitFor();
    expect(await tab.evaluate('sessionStorage.length + document.cookie.length')).toBe(0);
    await tab.close();
  });

  it('is done by the link that the server prints, once, and for this tab only', async () => {
    const link = /http:\S+#key=\S+/.exec(tested.server.output.join('\n'))?.[0] ?? '';
    const first = await tested.open({ route: '#/players' });
    // Only the fragment differs.
    await first.goto(link);
    await first.locator('[data-state=live]').waitFor();
    expect(await first.evaluate('document.cookie + location.search + location.hash')).toBe('#/');
    await first.reload();
    await first.locator('[data-state=live]').waitFor();
    expect(await first.context().cookies()).toEqual([]);
    const second = await first.context().newPage();
    await second.goto(link);
    await second.locator('[role=alert]', { hasText: 'This link was already used' }).waitFor();
    expect(await violationsOf(second)).toEqual([]);
    await first.getByRole('button', { name: 'Sign out' }).click();
    await first.locator('input[name=token]').waitFor();
    await Promise.all([first.close(), second.close()]);
  });

  it('lasts as long as the page in a browser that blocks the data of sites', async () => {
    const tab = await tested.open();
    // As Chromium does with this setting, which the headless shell does not have.
    await tab.addInitScript(
      "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name, " +
        "{ get() { throw new DOMException('Access is denied for this document.', 'SecurityError'); } })",
    );
    await tab.reload();
    await expect(tab.evaluate('sessionStorage.length')).rejects.toThrow('Access is denied');
    await signIn(tab, await tested.issue());
    await tab.locator('[data-state=live]').waitFor();
    await tab.getByRole('button', { name: 'Sign out' }).click();
    await tab.locator('input[name=token]').waitFor();
    await tab.close();
  });
});

describe('the console', () => {
  it('shows direct writes to Redis without a reload', async () => {
    await show('lists/global');
    await page.getByText('minimap', { exact: true }).waitFor();
    await tested.redis.sadd(tested.keys.blocklistGlobal, 'live-feature');
    await page.getByText('live-feature', { exact: true }).waitFor();
    await tested.redis.srem(tested.keys.blocklistGlobal, 'live-feature');
    await page.getByText('live-feature', { exact: true }).waitFor({ state: 'detached' });
  });

  it('shows untrusted texts as text, with escaped invisible characters', async () => {
    await show('lists/global');
    const escaped = page.getByText(String.raw`\u202e\u001b[31m`).first();
    await escaped.waitFor();
    expect(await page.locator('img').count()).toBe(0);
    await eventually(async () => (await page.title()) === 'All mods – feature-control');
    await show('rejected');
    await escaped.waitFor();
    await page.getByText('name must be').first().waitFor();
  });

  it('uses the language of the browser', async () => {
    const tab = await tested.open({ locale: 'uk-UA' });
    await tab.getByRole('button', { name: 'Увійти' }).waitFor();
    expect(await tab.evaluate('document.documentElement.lang')).toBe('uk');
    await tab.close();
  });

  it('searches 10,000 names, and keeps the search in the address', async () => {
    const { keys, redis } = tested;
    const names = Array.from({ length: 10_000 }, (_, index) => `feature-${index}`);
    await redis.sadd(keys.blocklistOf('huge'), ...names);
    await show('lists/client%3Ahuge');
    await page.getByText('Blocked features: 10,000').waitFor();
    await page.getByText('Only the first 200 are shown.').waitFor();
    expect(await page.locator('.content .row').count()).toBe(200);
    await page.getByLabel('Search in this list').fill('9999');
    await page.getByText('1 of 10,000 features').waitFor();
    await page.reload();
    await page.getByText('1 of 10,000 features').waitFor();
    await page.getByText('feature-9999', { exact: true }).waitFor();
    await redis.del(keys.blocklistOf('huge'));
  });

  it('finds lists by name, in natural order, those of a feature, and opens new ones', async () => {
    const { keys, redis } = tested;
    for (const mod of ['mod-10', 'mod-2']) await redis.sadd(keys.blocklistOf(mod), 'x-ray');
    await show('lists/global');
    await page.locator('.list-link', { hasText: 'mod-10' }).waitFor();
    const find = page.getByLabel('Find a mod, a server or a feature');
    await find.fill('MOD-');
    await eventually(async () => {
      const found = await page.locator('.list-link .code').allInnerTexts();
      expect(found).toEqual(['mod-2', 'mod-10']);
      return true;
    });
    await find.fill('x-ray');
    await page.getByText('Find the feature “x-ray” in all lists').click();
    await page.getByText('Lists that block x-ray: 2').waitFor();
    expect(await page.locator('.row .name').allInnerTexts()).toEqual(['Mod mod-10', 'Mod mod-2']);
    await page.goBack();
    await page.getByText('List of the game server “x-ray”').click();
    await page.getByText('Game server x-ray').waitFor();
  });

  it('says that no running proxy applies the list of a game server', async () => {
    const key = await heartbeat('proxy-0', { serverScopes: 0 });
    await show('lists/server%3Alobby');
    await page.getByText('No running proxy applies the lists of game servers').waitFor();
    await tested.redis.del(key);
  });

  it('shows a proxy that sends heartbeats, its last hour on demand, and marks it as gone', async () => {
    const lies = {
      startedAt: 999_999_999_999_999,
      seenAt: 999_999_999_999_999,
      answers: '1e308',
      lagMs: 'NaN',
    };
    const liar = await heartbeat('<img src=x>"} 1', lies);
    // Written again on a machine that is busy for the 15 s after which a proxy is shown as gone.
    const rows = page.locator('[data-program="proxy-1:25565"]');
    const key = await eventually(async () => {
      const written = await heartbeat('proxy-1:25565');
      await show('network');
      await rows.getByText('ok', { exact: true }).waitFor({ timeout: 10_000 });
      return written;
    });
    await page.getByText('<img src=x>"} 1').waitFor();
    expect(await rows.locator('.chart').count()).toBe(0);
    await rows.getByRole('button', { name: 'proxy-1:25565', expanded: false }).click();
    await rows.getByRole('img', { name: /^Answers per second, .+: now/ }).waitFor();
    await tested.redis.hset(key, { seenAt: Date.now() - 60_000 });
    await rows.getByText('gone', { exact: true }).waitFor();
    await rows.getByText('Last heartbeat').waitFor();
    await tested.redis.del(key, liar);
  });

  it('shows 40 proxies on two screens, problems first, in natural order, with counts that filter', async () => {
    const { keys, redis } = tested;
    const names = Array.from({ length: 40 }, (_, index) => `eu-${index + 1}.example.net:25565`);
    const nowMs = Date.now();
    const beat = async () => {
      const writing = redis.pipeline();
      for (const [index, name] of names.entries()) {
        const health = index === 29 ? 'degraded' : 'ok';
        const times = { startedAt: nowMs, clock: nowMs, seenAt: Date.now() + 600_000 };
        writing.hset(keys.programOf('proxy', name), { kind: 'proxy', name, version: '1', health, ...times });
      }
      await writing.exec();
    };
    await beat();
    const tab = await tested.signedIn({ route: '#/network', width: 1440 });
    const rows = "[...document.querySelectorAll('.programs tbody')].map((body) => body.dataset.program)";
    const shown = async () => await tab.evaluate<readonly string[]>(rows);
    await tab.locator(`[data-program="${names[39] ?? ''}"]`).waitFor();
    const proxies = (await shown()).filter((name) => name.startsWith('eu-'));
    expect(proxies).toEqual([names[29], ...names.filter((_, index) => index !== 29)]);
    expect(await tab.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(2 * 900);
    const problems = tab.getByRole('button', { name: /^Problems/ });
    const count = Number(/\d+/.exec(await problems.innerText())?.[0]);
    await problems.click();
    await eventually(async () => (await shown()).length === count);
    await tab.getByRole('button', { name: /^Proxies/ }).click();
    await tab.getByLabel('Find a program or a version').fill('eu-4');
    await eventually(async () => (await shown()).join() === [names[3], names[39]].join());
    await tab.reload();
    await eventually(async () => (await shown()).join() === [names[3], names[39]].join());
    await tab.getByRole('button', { name: names[3] ?? '' }).click();
    await tab.locator('.chart').first().waitFor();
    expect(await violationsOf(tab)).toEqual([]);
    await tab.setViewportSize({ width: 375, height: 800 });
    expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(375);
    await redis.del(...names.map((name) => keys.programOf('proxy', name)));
    await tab.close();
  });

  it('downloads one file for a bug report', async () => {
    await show('network');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'File for a bug report' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('feature-control-dump.json');
    expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toHaveProperty('doctor.0.check');
  });

  it.each(['light', 'dark'] as const)(
    'has no violations for axe-core in %s mode, and fits on a phone',
    async (scheme) => {
      const tab = await tested.open({ scheme, width: 375 });
      await tab.locator('input[name=token]').waitFor();
      expect(await violationsOf(tab)).toEqual([]);
      await signIn(tab, await tested.issue());
      await tab.locator('[data-state=live]').waitFor();
      for (const name of PAGES) {
        await tab.evaluate(`location.hash = '#/${name}'`);
        await tab.locator(`nav a[aria-current][href="#/${name.split('/')[0] ?? ''}"]`).waitFor();
        await untilLoaded(tab);
        expect({ name, violations: await violationsOf(tab) }).toEqual({ name, violations: [] });
        expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(375);
      }
      await tab.close();
    },
  );

  it.each([375, 768])(
    'shows names and buttons of timed blocks at %i px, also in Ukrainian',
    async (width) => {
      const { keys, redis } = tested;
      const timed = keys.timedOfBlocklist(keys.blocklistOf('narrow'));
      await redis.zadd(timed, Date.now() + 3_000_000, 'minimap', 9e14, 'x'.repeat(100));
      const tab = await tested.signedIn({ locale: 'uk-UA', width, route: '#/lists/client:narrow' });
      await tab.locator('.content .row').nth(1).waitFor();
      await tab.getByText('прямий запис').first().waitFor();
      const outside: unknown =
        await tab.evaluate(`[...document.querySelectorAll('.content .row')].flatMap((row) => {
        const outer = row.getBoundingClientRect();
        return [...row.querySelectorAll('.name, .pill, button')].filter((part) => {
          const { left, right, top, bottom, width } = part.getBoundingClientRect();
          const isInside = left >= outer.left && right <= outer.right && top >= outer.top && bottom <= outer.bottom;
          return !isInside || width < 40;
        }).map((part) => part.outerHTML);
      })`);
      expect(outside).toEqual([]);
      await redis.del(timed);
      await tab.close();
    },
  );

  it('lets keyboard users skip to the content, and moves the focus into a dialog and back', async () => {
    await show('lists/global');
    await page.reload();
    await page.getByText('minimap', { exact: true }).waitFor();
    await page.locator('body').press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await page.locator('.content:focus').waitFor();
    const block = page.getByRole('button', { name: 'Block a feature' });
    await block.click();
    await page.locator('dialog input[name=feature]:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await page.locator(':focus').innerText()).toBe(await block.innerText());
  });

  it('gives the focus to each page, and back after an edit and its undo, never to the body', async () => {
    const tab = await tested.open({ route: '#/lists/client:focused' });
    await signIn(tab, await tested.issue());
    await tab.locator('.content:focus').waitFor();
    await tab.getByRole('button', { name: 'Block a feature' }).press('Enter');
    await tab.locator('dialog input[name=feature]:focus').waitFor();
    await tab.keyboard.type('dash');
    await tab.keyboard.press('Enter');
    const block = tab.locator('.pane-head button:focus', { hasText: 'Block a feature' });
    await block.waitFor();
    await tab.locator('.toast').getByRole('button', { name: 'Undo' }).press('Enter');
    await tab.getByText('The change was undone.').waitFor();
    await block.waitFor();
    await tab.locator('nav a[href="#/history"]').press('Enter');
    await tab.locator('.page:focus').waitFor();
    // The button disappears, as the undo is undone now.
    await tab.getByRole('button', { name: 'Redo the change of dash' }).press('Enter');
    await tab.locator('.row', { hasText: 'makes an undone change again' }).waitFor();
    await tab.locator('.page:focus').waitFor();
    await tab.goBack();
    await tab.locator('.content:focus').waitFor();
    await tab.setViewportSize({ width: 375, height: 800 });
    await tab.locator('.back').press('Enter');
    await tab.locator('.index:focus, .index :focus').waitFor();
    await tab.close();
  });

  it('has one tab stop for all lists, with arrow keys, typing to search, and Enter for the only hit', async () => {
    const { keys, redis } = tested;
    const mods = Array.from({ length: 300 }, (_, index) => keys.blocklistOf(`roving-${index}`));
    const adding = redis.pipeline();
    for (const key of mods) adding.sadd(key, 'x');
    await adding.exec();
    const tab = await tested.signedIn({ route: '#/lists/global', width: 1440 });
    const list = (name: string) => tab.locator('.list-link', { hasText: name });
    await list('roving-1').first().waitFor();
    expect(await violationsOf(tab)).toEqual([]);
    expect(await tab.locator('.index nav a[tabindex="0"]').count()).toBe(1);
    const focused = () => tab.locator('.list-link:focus').innerText();
    await tab.locator('.index nav a[tabindex="0"]').press('Home');
    const first = await focused();
    await tab.keyboard.press('ArrowDown');
    const second = await focused();
    expect(second).not.toBe(first);
    await tab.keyboard.press('Tab');
    await tab.keyboard.press('Shift+Tab');
    expect(await focused()).toBe(second);
    await tab.keyboard.type('roving-29');
    expect(await tab.locator('.index input').inputValue()).toBe('roving-29');
    await list('roving-290').waitFor();
    await tab.keyboard.press('Enter');
    // The exact name, of eleven that contain it.
    await tab.getByRole('heading', { name: 'Mod roving-29', exact: true }).waitFor();
    await tab.locator('.content:focus').waitFor();
    expect(await violationsOf(tab)).toEqual([]);
    await redis.del(...mods);
    await tab.close();
  });

  it('imports a list as text, after a preview of the changes', async () => {
    const { keys, redis } = tested;
    await redis.sadd(keys.blocklistOf('imported'), 'old', 'kept');
    await show('lists/client:imported');
    await page.getByText('kept', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'As text' }).click();
    const text = page.locator('dialog textarea');
    expect(await text.inputValue()).toBe('kept\nold');
    await text.fill('kept\nnew\nsoon\ttomorrow');
    await page.getByText('Line 3 is not a name').waitFor();
    const file = Buffer.from('kept\nnew\nsoon\t2030-01-01T00:00Z\n');
    await page
      .locator('dialog input[type=file]')
      .setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: file });
    await page.getByText('This changes 3 features:').waitFor();
    expect(await page.locator('.preview li').allInnerTexts()).toEqual([
      'new permanently blocked',
      'old not blocked',
      expect.stringMatching(/^soon blocked until .*2030/),
    ]);
    await submit(page, 'Apply');
    await page.getByText('Changed features: 3').waitFor();
    expect((await redis.smembers(keys.blocklistOf('imported'))).sort()).toEqual(['kept', 'new']);
    const timed = keys.timedOfBlocklist(keys.blocklistOf('imported'));
    expect(await redis.zscore(timed, 'soon')).toBe(String(Date.UTC(2030, 0, 1)));
  });
});

it('no page violates its policy, sends requests to other origins, or puts the token into a URL', () => {
  expect(tested.problems).toEqual([]);
});
