import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { PATIENCE, START_TIMEOUT_MS } from '../../jar/start-proxy.ts';
import { eventually } from '../../support/eventually.ts';
import { LATER, startConsoleUnderTest, submit } from './console-under-test.ts';
import type { ConsoleUnderTest } from './console-under-test.ts';

let tested: ConsoleUnderTest;

beforeAll(async () => {
  tested = await startConsoleUnderTest();
}, START_TIMEOUT_MS);
afterAll(async () => {
  await tested.stop();
});

const auditOfGlobal = () => tested.keys.auditOf(tested.keys.blocklistGlobal);
const untilRecorded = async (feature: string) =>
  await eventually(async () => {
    const entries = await tested.redis.xrevrange(auditOfGlobal(), '+', '-');
    return entries.find(([, fields]) => fields.includes(feature))?.[1];
  }, PATIENCE);
const block = async (page: Page, feature: string) => {
  await page.locator('dialog input[name=feature]').fill(feature);
  await submit(page, 'Block');
};

/** Repeated, as Redis may not answer in time while the machine is busy; nothing is written then. */
const untilConflict = async (page: Page, feature: string) =>
  await eventually(async () => {
    await block(page, feature);
    await page.locator('[data-conflict]').waitFor({ timeout: 5000 });
    return true;
  }, PATIENCE);

describe('the conflict of an entry that somebody else has changed', () => {
  it('is only shown for the feature that has changed [G76]', async () => {
    const page = await tested.signedIn({ route: '#/lists/global' });
    await tested.redis.sadd(tested.keys.blocklistGlobal, 'fly');
    await page.getByRole('button', { name: 'Block a feature' }).click();
    await untilConflict(page, 'fly');
    const conflict = page.locator('[data-conflict]');
    await conflict.getByText('Now fly is permanently blocked').waitFor(LATER);
    await page.locator('dialog input[name=feature]').fill('minimap');
    await conflict.waitFor({ state: 'detached', ...LATER });
    await block(page, 'minimap');
    await page.getByText('minimap is blocked.').waitFor(LATER);
    await page.close();
  });

  it('names no actor if the change was written directly', async () => {
    const page = await tested.signedIn({ route: '#/lists/global' });
    await tested.redis.sadd(tested.keys.blocklistGlobal, 'zoom');
    await untilRecorded('zoom');
    await page.getByRole('button', { name: 'Block a feature' }).click();
    await untilConflict(page, 'zoom');
    expect(await page.locator('[data-conflict]').innerText()).not.toContain('Changed by');
    await page.close();
  });
});

it('an explanation shows a change that is recorded after the list has changed', async () => {
  const page = await tested.signedIn({ route: '#/lists/global' });
  await page.getByRole('button', { name: 'Block a feature' }).click();
  await block(page, 'radar');
  const fields = await untilRecorded('radar');
  await page.goto(`${tested.origin}/console#/explain/my-mod/radar`);
  await eventually(async () => {
    await page.getByRole('button', { name: 'Explain' }).click();
    await page.getByText('Changed by Ada').waitFor({ timeout: 3000 });
    return true;
  }, PATIENCE);
  await page.waitForTimeout(1500); // Longer than the minimum interval between two updates.
  const byOlha = fields.map((field) => (field === 'Ada' ? 'Olha' : field));
  await eventually(async () => {
    await tested.redis.xadd(auditOfGlobal(), '*', ...byOlha);
    await page.getByText('Changed by Olha').waitFor({ timeout: 3000 });
    return true;
  }, PATIENCE);
  await page.close();
});

describe('the result of an edit', () => {
  it('does not promise that a feature is unblocked which was removed from the list of one mod', async () => {
    await tested.redis.sadd(tested.keys.blocklistOf('my-mod'), 'walk');
    const page = await tested.signedIn({ route: '#/lists/client:my-mod' });
    await page.getByRole('button', { name: 'Unblock walk' }).click(LATER);
    await submit(page, 'Unblock');
    await page.getByText(/walk was removed from the list .*my-mod.* may still block it/).waitFor(LATER);
    await page.close();
  });

  it('names the feature that has changed since the change that is to be undone [G66]', async () => {
    const page = await tested.signedIn({ route: '#/lists/global' });
    await page.getByRole('button', { name: 'Block a feature' }).click();
    await block(page, 'swim');
    await page.getByText('swim is blocked.').waitFor(LATER);
    await tested.redis.srem(tested.keys.blocklistGlobal, 'swim');
    await page.goto(`${tested.origin}/console#/history`);
    // The oldest: the direct write is recorded, too.
    await page.getByRole('button', { name: 'Undo the change of swim' }).last().click(LATER);
    await page
      .getByText('cannot be undone, because swim has changed since. Now it is not blocked')
      .waitFor(LATER);
    await page.close();
  });

  it('shows when unblocking takes effect even if the proxies cannot be loaded', async () => {
    await tested.redis.sadd(tested.keys.blocklistGlobal, 'crystal-optimizer');
    const page = await tested.signedIn({ route: '#/lists/global' });
    await page.route('**/v1/console/nodes', async (route) => {
      await route.abort();
    });
    await page.getByRole('button', { name: 'Unblock crystal-optimizer' }).click(LATER);
    await page.locator('dialog').getByText('it takes effect after').first().waitFor(LATER);
    await page.close();
  });
});

it('nothing violates the policy of the page', () => {
  expect(tested.problems).toEqual([]);
});
