import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Locator, Page, Request, Route } from 'playwright-core';
import { clientList } from '../../../shared/feature-control/blocklist-name.ts';
import { eventually } from '../../support/eventually.ts';
import { useStarted } from '../../support/use-started.ts';
import { openBlock, signIn, startConsoleUnderTest, submit } from './console-under-test.ts';

const NAMES = Array.from({ length: 500 }, (_, index) => `feature-${index}`);

const tested = useStarted(startConsoleUnderTest, 90_000);
let page: Page;

beforeAll(async () => {
  page = await tested.signedIn();
});

const show = async (route: string): Promise<void> => {
  await page.goto(`${tested.origin}/console#/${route}`);
};
/** Pastes two lines into the field of the open dialog. */
const PASTE_LINES = `{
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', 'first\\nsecond\\n');
  const event = new ClipboardEvent('paste', { clipboardData, cancelable: true });
  document.querySelector('dialog input[name=feature]').dispatchEvent(event);
}`;
const dialog = (): Locator => page.locator('dialog');
const toast = (text: string): Locator => page.locator('.toast', { hasText: text });
/** Imports a file in the open dialog, which is faster than entering the names. */
const importFile = async (names: readonly string[]): Promise<void> => {
  const file = { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from(names.join('\n')) };
  await dialog().locator('input[type=file]').setInputFiles(file);
};

describe('many features at once', () => {
  beforeEach(async () => {
    await show('lists/client:many');
  });

  /** Blocks all features of a mod, and undoes it: two requests, and two recorded changes. */
  async function blockAndUndo(mod: string, block: () => Promise<void>): Promise<void> {
    const { keys, redis } = tested;
    const edits: string[] = [];
    const record = (request: Request): void => {
      if (request.method() !== 'GET') edits.push(`${request.method()} ${new URL(request.url()).pathname}`);
    };
    await show(`lists/client:${mod}`);
    page.on('request', record);
    await block();
    const undo = toast('Changed features: 500').getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    expect(await redis.scard(keys.blocklistOf(mod))).toBe(500);
    await undo.click();
    await toast('The change was undone.').waitFor();
    page.off('request', record);
    expect(edits).toEqual([`PATCH /v1/blocklists/clients/${mod}`, 'POST /v1/history/undo']);
    expect(await redis.exists(keys.blocklistOf(mod))).toBe(0);
    expect(await redis.xlen(keys.historyKey(clientList(mod)))).toBe(2);
  }

  it('are blocked by their names in one request, and undone in one', async () => {
    await blockAndUndo('named', async () => {
      await openBlock(page, NAMES.join(', '));
      await submit(page, 'Block');
    });
  });

  it('are imported as text in one request, with “Apply” in sight, and undone in one', async () => {
    await blockAndUndo('imported', async () => {
      await page.getByRole('button', { name: 'As text' }).click();
      const apply = dialog().getByRole('button', { name: 'Apply' });
      expect(await apply.isDisabled()).toBe(true);
      await importFile(NAMES.toReversed());
      await page.getByText('This changes 500 features:').waitFor();
      expect((await dialog().locator('.preview .name').allInnerTexts()).slice(0, 3)).toEqual(
        NAMES.slice(0, 3),
      );
      await dialog().locator('.preview li').last().scrollIntoViewIfNeeded();
      const { y = 0, height = 0 } = (await apply.boundingBox()) ?? {};
      expect(y + height).toBeLessThan(800);
      await submit(page, 'Apply');
    });
  });

  it('are not imported if they are more than one edit may change', async () => {
    await page.getByRole('button', { name: 'As text' }).click();
    await importFile(Array.from({ length: 1001 }, (_, index) => `f-${index}`));
    await dialog().getByText('at most 1,000 features at once').waitFor();
    expect(await dialog().getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
    await submit(page, 'Cancel');
  });

  it('may include some that are blocked already, and may all be', async () => {
    await tested.redis.sadd(tested.keys.blocklistOf('many'), 'second');
    await page.getByText('second', { exact: true }).waitFor();
    await openBlock(page, 'first, second, third');
    await submit(page, 'Block');
    await toast('Changed features: 2').waitFor();
    await openBlock(page, '');
    await page.evaluate(PASTE_LINES);
    expect(await dialog().locator('input[name=feature]').inputValue()).toBe('first, second');
    await submit(page, 'Block');
    await toast('All of them were already in this state.').waitFor();
    // The page shows them as blocked, so that only their reason is new.
    await page.locator('.entry', { hasText: 'first' }).waitFor();
    await openBlock(page, 'first, fourth');
    await dialog().locator('input[name=reason]').fill('season 3');
    await submit(page, 'Block');
    await toast('Changed features: 2').waitFor();
    for (const name of ['first', 'fourth'])
      await page.locator('.entry', { hasText: name }).getByText('season 3').waitFor();
  });

  it('show the progress of a request that takes more than a second', async () => {
    const held: Route[] = [];
    await page.route('**/v1/blocklists/clients/many', async (route) => {
      if (route.request().method() === 'PATCH') held.push(route);
      else await route.continue();
    });
    await openBlock(page, 'slow');
    await submit(page, 'Block');
    await dialog().getByRole('progressbar', { name: 'Saving …' }).waitFor();
    await eventually(() => held.length === 1);
    await held[0]?.continue();
    await toast('slow is blocked.').waitFor();
    await page.unroute('**/v1/blocklists/clients/many');
  });
});

it('the dialog that changes a block opens with its reason and its end, which may be changed, and saves a reason alone', async () => {
  const { keys, redis } = tested;
  const until = Date.now() + 7_200_000;
  await show('lists/client:reasons');
  await redis.zadd(keys.timedOfBlocklist(keys.blocklistOf('reasons')), until, 'fly');
  const change = page.getByRole('button', { name: 'Change fly' });
  const reason = dialog().locator('input[name=reason]');
  const saveReason = async (from: string, to: string): Promise<void> => {
    await change.click();
    await eventually(async () => (await reason.inputValue()) === from);
    expect(await dialog().locator('select').inputValue()).toBe('unchanged');
    await reason.fill(to);
    await submit(page, 'Save');
    await toast('The reason for blocking fly was changed.').waitFor();
    await page.locator('.entry', { hasText: to }).waitFor();
  };
  await saveReason('', 'too fast');
  await saveReason('too fast', 'unfair');
  const timed = keys.timedOfBlocklist(keys.blocklistOf('reasons'));
  expect(await redis.zscore(timed, 'fly')).toBe(String(until));
  expect(await redis.exists(keys.blocklistOf('reasons'))).toBe(0);
  await change.click();
  await dialog().locator('select[name=duration]').selectOption('untilTime');
  await dialog().locator('input[name=time]').fill('2030-01-01T10:00');
  await submit(page, 'Save');
  await toast('fly is blocked.').waitFor();
  expect(Number(await redis.zscore(timed, 'fly'))).toBeGreaterThan(until);
  await change.click();
  await eventually(async () => (await reason.inputValue()) === 'unfair');
  await submit(page, 'Unblock');
  await toast('fly was removed from this list.').waitFor();
  await show('history?list=client%3Areasons');
  // Why it was blocked is not why it was unblocked.
  const effects = page.locator('.row', { hasText: '→ not blocked' });
  await effects.waitFor();
  expect(await effects.innerText()).not.toContain('unfair');
});

describe('the history', () => {
  /** Gives features of a mod's list states, over HTTP. */
  const edit = async (token: string, mod: string, features: object): Promise<void> => {
    const response = await page.request.patch(`${tested.origin}/v1/blocklists/clients/${mod}`, {
      headers: { Authorization: `Bearer ${token}` },
      data: { features },
    });
    expect(response.status()).toBe(200);
  };
  const blockedIn = async (mod: string) => (await tested.redis.smembers(tested.keys.blocklistOf(mod))).sort();
  const BLOCKED = { blocked: true };

  it('undoes a change, redoes it, and says which is which', async () => {
    await edit(await tested.issue(), 'redone', { fly: BLOCKED });
    await show('history?list=client%3Aredone');
    await page.getByRole('button', { name: 'Undo the change of fly' }).click();
    await toast('The change was undone.').getByRole('button', { name: 'Redo' }).waitFor();
    await page.getByText('undone', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Undo the change of fly' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Redo the change of fly' }).click();
    await toast('The undone change was made again.').getByRole('button', { name: 'Undo' }).waitFor();
    await page.locator('.row', { hasText: 'makes an undone change again' }).waitFor();
    // The redo, and the change that takes effect again.
    expect(await page.getByRole('button', { name: 'Undo the change of fly' }).count()).toBe(2);
    expect(await blockedIn('redone')).toEqual(['fly']);
  });

  it('rolls back all changes of one person after a preview, and undoes that in one', async () => {
    const [script, ada] = [await tested.issue(undefined, { name: 'Script' }), await tested.issue()];
    await edit(ada, 'rolled-a', { kept: BLOCKED });
    await edit(script, 'rolled-a', { 'map-10': BLOCKED, 'map-2': BLOCKED, kept: { blocked: false } });
    await edit(script, 'rolled-b', { zoom: BLOCKED });
    await edit(ada, 'rolled-a', { kept: { ...BLOCKED, until: 1893456000000 } });
    await show('history?actor=Script');
    await page.locator('.row', { hasText: 'zoom' }).waitFor();
    await page.getByRole('button', { name: 'Roll back these changes …' }).click();
    await dialog().getByText('Kept, because they were changed otherwise since: 1').waitFor();
    expect(await dialog().locator('.preview li').allInnerTexts()).toEqual([
      'kept Mod rolled-a',
      'map-2 Mod rolled-a · permanently blocked → not blocked',
      'map-10 Mod rolled-a · permanently blocked → not blocked',
      'zoom Mod rolled-b · permanently blocked → not blocked',
    ]);
    await dialog().locator('input[name=reason]').fill('broken script');
    await submit(page, 'Roll back');
    const done = toast('Rolled back features: 3');
    await done.waitFor();
    expect([await blockedIn('rolled-a'), await blockedIn('rolled-b')]).toEqual([[], []]);
    await done.getByRole('button', { name: 'Undo' }).click();
    await toast('The change was undone.').waitFor();
    expect([await blockedIn('rolled-a'), await blockedIn('rolled-b')]).toEqual([
      ['map-10', 'map-2'],
      ['zoom'],
    ]);
    await show('history?list=client%3Arolled-b');
    await page.locator('.row', { hasText: 'broken script' }).getByText('Changes of several lists').click();
    // The page with the history of the list has three.
    await eventually(async () => (await page.locator('.row').count()) === 2);
  });

  it('selects the changes of the last hour', async () => {
    await show('history');
    await page.locator('.filters select[name=since]').selectOption('1 hour');
    await page.locator('.filters option', { hasText: 'since ' }).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Roll back these changes …' }).waitFor();
    const since = Number(new URL(page.url()).hash.replace(/.*since=/, ''));
    expect(Math.abs(Date.now() - since - 3_600_000)).toBeLessThan(600_000);
  });
});

describe('on a phone', () => {
  let phone: Page;
  beforeAll(async () => {
    const { keys, redis } = tested;
    await redis.sadd(keys.blocklistOf('phone'), 'minimap', 'minimapp', 'xray');
    await redis.zadd(keys.timedOfBlocklist(keys.blocklistOf('phone')), Date.now() + 7_200_000, 'zoom');
    phone = await tested.signedIn({ width: 375, route: '#/lists/client:phone' });
  });
  const sizeOf = async (locator: Locator) =>
    (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

  it('a row without a reason is lower than 64 pixels, and warns of a name like a known one', async () => {
    await phone.locator('.entry', { hasText: 'zoom' }).getByText('direct write').waitFor();
    for (const name of ['minimap', 'xray', 'zoom']) {
      const row = phone.locator('.entry').filter({ has: phone.getByText(name, { exact: true }) });
      const { height } = await sizeOf(row);
      expect(height).toBeLessThan(64);
    }
    const mistyped = phone.locator('.entry').filter({ has: phone.getByText('minimapp', { exact: true }) });
    await mistyped.getByText('Did you mean minimap?').waitFor();
    expect((await sizeOf(phone.getByLabel('Search in this list'))).width).toBeGreaterThan(300);
  });

  it('an empty list says what to do first', async () => {
    await phone.evaluate("location.hash = '#/lists/client:empty'");
    await phone.getByText('Nothing is blocked here yet. Choose “Block a feature”').waitFor();
    expect(await phone.locator('.content .scroller, .content .tools').count()).toBe(0);
  });

  it('the first change of the history is on the first screen', async () => {
    await phone.setViewportSize({ width: 375, height: 667 });
    await phone.evaluate("location.hash = '#/history'");
    const row = phone.locator('.row').first();
    await row.waitFor();
    const { height, y } = await sizeOf(row);
    expect(y + height).toBeLessThan(667);
    await phone.close();
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
  await state.filter({ hasText: 'Connecting' }).waitFor();
  await tab.evaluate(TRANSLATE);
  expect(await state.innerText()).toBe('«Connecting …»');
  await eventually(() => held.length === 1);
  await held[0]?.continue();
  const shows = async (locator: Locator, text: string): Promise<void> => {
    await eventually(async () => (await locator.innerText()) === text, { what: text });
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
    await tab.locator('h1', { hasText: '«' }).waitFor();
    await eventually(async () => !(await tab.locator('main').innerText()).includes('Loading'));
  }
  await tab.close();
});

it('no page violates its policy, or throws', () => {
  expect(tested.problems).toEqual([]);
});
