import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { check } from '../../jar/ask.ts';
import { untilAnswered } from '../../jar/read-edits.ts';
import { PATIENCE, START_TIMEOUT_MS, startProxy } from '../../jar/start-proxy.ts';
import { eventually } from '../../support/eventually.ts';
import { testRedisUrl } from '../../support/redis/redis.ts';
import { useStarted } from '../../support/use-started.ts';
import type { StandIn } from '../../velocity-stand-in/stand-in.ts';
import { openBlock, startConsoleUnderTest, submit, violationsOf } from './console-under-test.ts';

const tested = useStarted(startConsoleUnderTest, START_TIMEOUT_MS);
let proxy: StandIn;
let page: Page;

beforeAll(async () => {
  const { server } = tested;
  const config = '[scopes]\nservers = true\n[bridges]\nenabled = ["marlow"]\n';
  proxy = await startProxy({ redisUrl: testRedisUrl(), keyPrefix: server.keyPrefix, config });
  await tested.redis.sadd(tested.keys.blocklistGlobal, 'fly');
  page = await tested.signedIn();
});

beforeEach(async () => {
  await page.goto(`${tested.origin}/console#/lists/global`);
});
afterAll(async () => {
  await proxy.kill();
});

const global = async () => (await tested.redis.smembers(tested.keys.blocklistGlobal)).sort();
const timedKey = () => tested.keys.timedOfBlocklist(tested.keys.blocklistGlobal);

describe('an edit in the console', () => {
  it('changes the answers in the game, is recorded with actor and reason, and can be undone', async () => {
    const player = await proxy.join({ connected: true });
    expect(await check(player, 'my-mod', ['zoom'])).toMatchObject({ payload: { blocklist: [] } });
    await openBlock(page, 'zoom');
    await page.locator('dialog input[name=reason]').fill('<img src=x onerror=alert(1)>');
    await submit(page, 'Block');
    await page.getByText('zoom is blocked.').waitFor();
    await untilAnswered(proxy, ['zoom'], ['zoom']);
    await page.goto(`${tested.origin}/console#/history`);
    const change = page.locator('.row', { hasText: 'zoom' }).first();
    const author = /Ada · .* · this console.*<img src=x onerror=alert\(1\)>/s;
    await change.filter({ hasText: author }).waitFor();
    await change.getByRole('button', { name: 'Undo the change of zoom' }).click();
    await page.getByText('The change was undone.').waitFor();
    expect(await global()).toEqual(['fly']);
    await untilAnswered(proxy, ['zoom'], []);
  });

  it('lists the mods of bridges in which unblocking takes effect later', async () => {
    await tested.redis.sadd(tested.keys.blocklistGlobal, 'crystal-optimizer');
    const change = page.getByRole('button', { name: 'Change crystal-optimizer' });
    const sentence = page.getByText(
      'In Marlow’s Crystal Optimizer, unblocking takes effect after the player has restarted',
    );
    // The proxy reports its bridges within five seconds.
    await eventually(async () => {
      await change.click();
      await sentence.waitFor({ timeout: 2000 }).catch(async () => {
        await submit(page, 'Cancel');
        throw new Error('not yet');
      });
      return true;
    }, PATIENCE);
    await submit(page, 'Unblock');
    await page.getByText('crystal-optimizer was removed from this list.').waitFor();
    // The focus was in the row that has disappeared.
    await page.locator('.content .scroller:focus').waitFor();
    expect(await global()).toEqual(['fly']);
  });

  it('is explained by the entry that decides the answer, or the one that would', async () => {
    const { keys, redis } = tested;
    await redis.sadd(keys.blocklistOfServer('lobby'), 'radar');
    await redis.sadd(keys.blocklistOf('my-mod'), 'radio');
    await page.locator('.index').getByText('lobby').waitFor();
    const player = await proxy.join({ connected: true });
    const answered = async () => (await check(player, 'my-mod', ['radio'])).payload?.blocklist;
    await eventually(async () => (await answered())?.includes('radio'), PATIENCE);
    const explain = async (feature: string, outcome: string, text: RegExp, server = '') => {
      await page.goto(`${tested.origin}/console#/explain/my-mod/${feature}/${server}`);
      // The page replaces the previous answer together with the fields of the question.
      await eventually(async () => (await page.inputValue('input[name=server]')) === server, PATIENCE);
      await page.locator(`[data-outcome=${outcome}]`, { hasText: text }).waitFor();
    };
    await explain('radio', 'blocked', /radio is blocked for my-mod.*Mod my-mod.*This entry decides/s);
    await explain('radar', 'free', /radar is not blocked.*Game server lobby.*would block it/s);
    await explain('radar', 'blocked', /radar is blocked/, 'lobby');
    await page.locator('input[name=client]').fill('my-mid');
    await page.getByRole('button', { name: 'Did you mean my-mod?' }).click();
    await page.locator('input[name=feature]').fill('fly');
    await page.getByRole('button', { name: 'Explain' }).click();
    await page.getByText('fly is blocked for my-mod.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await redis.srem(keys.blocklistGlobal, 'fly');
    await page.getByText('fly is not blocked for my-mod.').waitFor();
    await redis.sadd(keys.blocklistGlobal, 'fly');
  });

  it('can have an end, describes features that bridges know, and is shown with its author', async () => {
    await openBlock(page, 'fly, minimap');
    await page.locator('dialog small', { hasText: 'The small map in a corner of the screen.' }).waitFor();
    await page.locator('dialog select[name=duration]').selectOption('1 hour');
    await page.locator('dialog input[name=reason]').fill('event');
    expect(await violationsOf(page)).toEqual([]);
    // The page has shown that it is blocked, but not when the dialog was opened for a new block.
    await submit(page, 'Block');
    await page.locator('[data-conflict]', { hasText: 'fly permanently blocked' }).waitFor();
    await page.locator('dialog input[name=feature]').fill('minimap,radio');
    await submit(page, 'Change it anyway');
    await page.getByText('Changed features: 2').waitFor();
    const rowOf = (feature: string) => page.locator('.content .row', { hasText: feature });
    const described = /minimap\s*The small map.*until .*Ada · .* · this console\s*event/s;
    await rowOf('minimap').filter({ hasText: described }).waitFor();
    await rowOf('radio').filter({ hasText: 'not requested' }).waitFor();
    for (const feature of ['minimap', 'radio']) {
      const until = Number(await tested.redis.zscore(timedKey(), feature));
      expect(Math.abs(until - Date.now() - 3_600_000)).toBeLessThan(60_000);
    }
    await tested.redis.zrem(timedKey(), 'radio');
  });

  it('is rejected if its end is in the past, and suggests the nearest known name', async () => {
    await openBlock(page, 'minimao');
    await page.getByRole('button', { name: 'Did you mean minimap?' }).waitFor();
    await page.locator('dialog select[name=duration]').selectOption('untilTime');
    await page.locator('dialog input[name=time]').fill('2020-01-01T10:00');
    await submit(page, 'Block');
    await page.getByText('Choose a time in the future.').waitFor();
    await submit(page, 'Cancel');
    expect(await global()).toEqual(['fly']);
  });

  it('shows a conflict to the second of two admins who edit the same entry [G76]', async () => {
    const first = await tested.signedIn({ token: await tested.issue(undefined, { name: 'Taras' }) });
    await page.getByRole('button', { name: 'Change fly' }).click();
    await first.getByRole('button', { name: 'Change fly' }).click();
    await first.locator('dialog input[name=reason]').fill('no longer needed');
    await submit(first, 'Unblock');
    await first.getByText('fly was removed from this list.').waitFor();
    await submit(page, 'Save');
    const conflict = page.locator('[data-conflict]');
    await conflict.filter({ hasText: /fly not blocked.*Taras.*no longer needed/s }).waitFor();
    expect(await global()).toEqual([]);
    await submit(page, 'Change it anyway');
    await page.getByText('fly is blocked.').waitFor();
    expect(await global()).toEqual(['fly']);
    await first.close();
  });

  it('cannot be undone once the feature has changed again, which the console names [G66]', async () => {
    await openBlock(page, 'swim');
    await submit(page, 'Block');
    await page.getByText('swim is blocked.').waitFor();
    const { blocklistGlobal } = tested.keys;
    await tested.redis.multi().srem(blocklistGlobal, 'swim').zadd(timedKey(), 4e12, 'swim').exec();
    await page.goto(`${tested.origin}/console#/history`);
    // The oldest: the direct write is recorded, too.
    await page.getByRole('button', { name: 'Undo the change of swim' }).last().click();
    await page.getByText('because swim has changed since. Now it is blocked until').waitFor();
    await tested.redis.zrem(timedKey(), 'swim');
  });

  it('is only offered if the token permits it', async () => {
    const reader = await tested.signedIn({ token: await tested.issue('blocklists:read') });
    await reader.getByText('fly', { exact: true }).waitFor();
    expect(await reader.getByRole('button', { name: /Block|Change/ }).count()).toBe(0);
    await reader.evaluate("location.hash = '#/history'");
    await reader.locator('.row').first().waitFor();
    expect(await reader.getByRole('button', { name: /Undo/ }).count()).toBe(0);
    await reader.close();
  });

  it('can be found with the filters of the history, which are part of the address', async () => {
    const token = await tested.issue(undefined, { name: 'Deploy' });
    await page.request.put(`${tested.origin}/v1/blocklists/clients/my-mod/by-interface`, {
      headers: { Authorization: `Bearer ${token}`, 'If-Match': '*' },
      data: { reason: 'nightly' },
    });
    const tab = await tested.signedIn({ route: '#/history' });
    await tab.locator('.row', { hasText: 'by-interface' }).waitFor();
    await tested.redis.sadd(tested.keys.blocklistOf('other-mod'), 'direct-feature');
    await tab.locator('.row', { hasText: 'direct-feature' }).waitFor();
    const found = async () =>
      (await tab.locator('.row .what').allInnerTexts()).map((text) => text.split(/\s/)[0]).join(' ');
    const shows = async (expected: string) => {
      await eventually(async () => (await found()) === expected, { ...PATIENCE, what: expected });
    };
    const field = (name: string) => tab.locator(`.filters [name=${name}]`);
    await field('actor').fill('Deploy');
    await shows('by-interface');
    await field('actor').fill('');
    await field('source').selectOption('api');
    await shows('by-interface');
    await field('source').selectOption('direct');
    await field('list').selectOption('client:other-mod');
    await shows('direct-feature');
    await tab.reload();
    await shows('direct-feature');
    for (const name of ['list', 'source']) await field(name).selectOption('');
    await field('feature').fill('minimap');
    await shows('minimap');
    await field('actor').fill('nobody');
    await tab.getByText('No recorded change matches.').waitFor();
    await tab.close();
  });

  it('is found on an older page of the history', async () => {
    const headers = { Authorization: `Bearer ${await tested.issue()}`, 'If-Match': '*' };
    for (let index = 0; index < 52; index += 1)
      await page.request.put(`${tested.origin}/v1/blocklists/clients/paged/f-${index}`, { headers });
    await page.goto(`${tested.origin}/console#/history?list=client%3Apaged`);
    await page.locator('.row', { hasText: 'f-51' }).waitFor();
    await page.getByText('Older changes').click();
    await page.locator('.row', { hasText: 'f-0' }).waitFor();
    expect(await page.locator('.row').count()).toBe(2);
    await page.getByText('Newest changes').click();
    await page.locator('.row', { hasText: 'f-51' }).waitFor();
  });

  it('shows untrusted names and reasons as text that cannot reorder its surroundings', async () => {
    const [feature, actor] = [
      '<b>\u05e9\u05dc\u05d5\u05dd</b> 1',
      '\u202e\u05d0\u05d1 <img src=x onerror=alert(1)>',
    ];
    const tab = await tested.signedIn({ token: await tested.issue(undefined, { name: actor }) });
    await openBlock(tab, feature);
    await tab.locator('dialog input[name=reason]').fill('\u202e<script>alert(1)</script> 2');
    await submit(tab, 'Block');
    const toast = tab.locator('.toast .grow');
    await toast.filter({ hasText: /is blocked\.$/ }).waitFor();
    // The name is displayed before the end of the sentence, regardless of its text direction.
    const isInOrder = await tab.evaluate(`(() => {
      const text = document.querySelector('.toast .grow span').firstChild;
      const end = text.data.indexOf(' is blocked');
      const range = document.createRange();
      const rectangleOf = (from, to) => {
        range.setStart(text, from);
        range.setEnd(text, to);
        return range.getBoundingClientRect();
      };
      return rectangleOf(0, end).right <= rectangleOf(end, text.length).left + 1;
    })()`);
    expect(isInOrder).toBe(true);
    await tab.goto(`${tested.origin}/console#/history`);
    const change = tab.locator('.row', { hasText: feature });
    await change.getByText(String.raw`\u202e<script>alert(1)</script> 2`).waitFor();
    await change.getByText(String.raw`\u202eאב <img src=x onerror=alert(1)>`).waitFor();
    expect(await tab.locator('img, script:not([type=module])').count()).toBe(0);
    await tab.close();
  });

  it('does not violate the policy of the page', () => {
    expect(tested.problems).toEqual([]);
  });
});
