import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Locator, Page, Request, Route } from 'playwright-core';
import { clientList } from '../../../shared/feature-control/blocklist-name.ts';
import { eventually } from '../../support/eventually.ts';
import { LATER, openBlock, signIn, startConsoleUnderTest, submit } from './console-under-test.ts';
import type { ConsoleUnderTest } from './console-under-test.ts';

const PATIENCE = { withinMs: 30_000 };
const NAMES = Array.from({ length: 500 }, (_, index) => `feature-${index}`);

let tested: ConsoleUnderTest;
let page: Page;

beforeAll(async () => {
  tested = await startConsoleUnderTest();
  page = await tested.signedIn();
}, 90_000);
afterAll(async () => {
  await tested.stop();
});

const show = async (route: string): Promise<void> => {
  await page.goto(`${tested.origin}/console#/${route}`);
};
const dialog = (): Locator => page.locator('dialog');
const toast = (text: string): Locator => page.locator('.toast', { hasText: text });
/** Imports a file in the open dialog, which is faster than entering the names. */
const importFile = async (names: readonly string[]): Promise<void> => {
  const file = { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from(names.join('\n')) };
  await dialog().locator('input[type=file]').setInputFiles(file);
};
/** The number of recorded changes of a mod's list. */
const recorded = async (mod: string) => await tested.redis.xlen(tested.keys.historyKey(clientList(mod)));

describe('many features at once', () => {
  beforeEach(async () => {
    await show('lists/client:many');
  });

  it('are imported as text in one request, with “Apply” in sight, and undone in one', async () => {
    const { keys, redis } = tested;
    const edits: string[] = [];
    const record = (request: Request): void => {
      if (request.method() !== 'GET') edits.push(request.method());
    };
    page.on('request', record);
    await page.getByRole('button', { name: 'As text' }).click();
    const apply = dialog().getByRole('button', { name: 'Apply' });
    expect(await apply.isDisabled()).toBe(true);
    await importFile(NAMES.toReversed());
    await page.getByText('This changes 500 features:').waitFor(LATER);
    expect((await dialog().locator('.preview .name').allInnerTexts()).slice(0, 3)).toEqual(NAMES.slice(0, 3));
    await dialog().locator('.preview li').last().scrollIntoViewIfNeeded();
    const { y = 0, height = 0 } = (await apply.boundingBox()) ?? {};
    expect(y + height).toBeLessThan(800);
    await submit(page, 'Apply');
    await toast('Changed features: 500').getByRole('button', { name: 'Undo' }).click(LATER);
    await toast('The change was undone.').waitFor(LATER);
    page.off('request', record);
    expect(edits).toEqual(['PATCH', 'POST']);
    expect(await redis.exists(keys.blocklistOf('many'))).toBe(0);
    expect(await recorded('many')).toBe(2);
  });

  it('are not imported if they are more than one edit may change', async () => {
    await page.getByRole('button', { name: 'As text' }).click();
    await importFile(Array.from({ length: 1001 }, (_, index) => `f-${index}`));
    await dialog().getByText('at most 1,000 features at once').waitFor(LATER);
    expect(await dialog().getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
    await submit(page, 'Cancel');
  });

  it('may include some that are blocked already, and may all be', async () => {
    await tested.redis.sadd(tested.keys.blocklistOf('many'), 'second');
    await page.getByText('second', { exact: true }).waitFor(LATER);
    await openBlock(page, 'first, second, third');
    await submit(page, 'Block');
    await toast('Changed features: 2').waitFor(LATER);
    await openBlock(page, 'first, second');
    await submit(page, 'Block');
    await toast('All of them were already in this state.').waitFor(LATER);
  });

  it('show the progress of a request that takes more than a second', async () => {
    const held: Route[] = [];
    await page.route('**/v1/blocklists/clients/many', async (route) => {
      if (route.request().method() === 'PATCH') held.push(route);
      else await route.continue();
    });
    await openBlock(page, 'slow');
    await submit(page, 'Block');
    await dialog().getByRole('progressbar', { name: 'Saving …' }).waitFor(LATER);
    await eventually(() => held.length === 1, PATIENCE);
    await held[0]?.continue();
    await toast('slow is blocked.').waitFor(LATER);
    await page.unroute('**/v1/blocklists/clients/many');
  });
});

describe('the dialog that changes a block', () => {
  it('opens with its reason and its end, and saves a reason alone', async () => {
    const { keys, redis } = tested;
    const until = Date.now() + 7_200_000;
    await show('lists/client:reasons');
    await redis.zadd(keys.timedOfBlocklist(keys.blocklistOf('reasons')), until, 'fly');
    const change = page.getByRole('button', { name: 'Change fly' });
    const reason = dialog().locator('input[name=reason]');
    const saveReason = async (from: string, to: string): Promise<void> => {
      await change.click(LATER);
      await eventually(async () => (await reason.inputValue()) === from, PATIENCE);
      expect(await dialog().locator('select').inputValue()).toBe('unchanged');
      await reason.fill(to);
      await submit(page, 'Save');
      await toast('The reason for blocking fly was changed.').waitFor(LATER);
      await page.locator('.entry', { hasText: to }).waitFor(LATER);
    };
    await saveReason('', 'too fast');
    await saveReason('too fast', 'unfair');
    const timed = keys.timedOfBlocklist(keys.blocklistOf('reasons'));
    expect(await redis.zscore(timed, 'fly')).toBe(String(until));
    await change.click();
    await eventually(async () => (await reason.inputValue()) === 'unfair', PATIENCE);
    await submit(page, 'Unblock');
    await toast('fly was removed from this list.').waitFor(LATER);
    await show('history?list=client%3Areasons');
    // Why it was blocked is not why it was unblocked.
    const effects = page.locator('.row', { hasText: '→ not blocked' });
    await effects.waitFor(LATER);
    expect(await effects.innerText()).not.toContain('unfair');
  });
});

/** Does what the translation of Chrome does: replaces text nodes, also later ones, by elements of its own. */
const TRANSLATE = `{
  const translate = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const nodes = root.nodeType === Node.TEXT_NODE ? [root] : [];
    while (walker.nextNode()) nodes.push(walker.currentNode);
    for (const node of nodes) {
      if (node.data.trim() === '' || node.parentElement?.closest('font, option, textarea, [translate=no]') !== null) continue;
      const font = document.createElement('font');
      font.append(document.createElement('font'));
      font.firstChild.append('«' + node.data + '»');
      node.replaceWith(font);
    }
  };
  const observer = new MutationObserver((records) => {
    for (const { addedNodes, target, type } of records)
      for (const node of type === 'characterData' ? [target] : addedNodes) translate(node);
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  translate(document.body);
}`;

it('the page stays up to date while the browser translates it', async () => {
  const { keys, redis } = tested;
  await redis.sadd(keys.blocklistOf('translated'), 'fly');
  const tab = await tested.open({ route: '#/lists/client:translated' });
  const held: Route[] = [];
  await tab.route('**/v1/console/events', (route) => void held.push(route));
  await signIn(tab, await tested.issue());
  const state = tab.locator('.top .pill');
  await state.filter({ hasText: 'Connecting' }).waitFor(LATER);
  await tab.evaluate(TRANSLATE);
  expect(await state.innerText()).toBe('«Connecting …»');
  await eventually(() => held.length === 1, PATIENCE);
  await held[0]?.continue();
  const shows = async (locator: Locator, text: string): Promise<void> => {
    await eventually(async () => (await locator.innerText()) === text, { ...PATIENCE, what: text });
  };
  const count = tab.locator('.content [role=status]');
  await shows(state, '«Live»');
  await shows(count, '«Blocked features: 1»');
  await redis.sadd(keys.blocklistOf('translated'), 'zoom');
  await shows(count, '«Blocked features: 2»');
  await shows(tab.locator('.entry .name').nth(1), 'zoom');
  await openBlock(tab, 'swim');
  await submit(tab, '«Block»');
  await shows(tab.locator('.toast .grow'), '«swim is blocked.»');
  await tab.locator('.toast').getByRole('button', { name: '«Undo»' }).click();
  await shows(tab.locator('.toast .grow'), '«The change was undone.»');
  await shows(count, '«Blocked features: 2»');
  for (const name of ['explain/translated/fly', 'history', 'players', 'network', 'rejected']) {
    await tab.evaluate(`location.hash = '#/${name}'`);
    await tab.locator('h1', { hasText: '«' }).waitFor(LATER);
    await eventually(async () => !(await tab.locator('main').innerText()).includes('Loading'), PATIENCE);
  }
  await tab.close();
});

it('no page violates its policy, or throws', () => {
  expect(tested.problems).toEqual([]);
});
