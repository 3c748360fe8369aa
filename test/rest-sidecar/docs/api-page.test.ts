import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { operations } from '../../../shared/rest/operations.ts';
import { openPage, startBrowser } from '../../support/browser.ts';
import { startBuiltSidecar } from '../../support/built-sidecar.ts';
import type { BuiltSidecar } from '../../support/built-sidecar.ts';
import { fillWithExampleData } from '../../support/example-data.ts';
import { ask } from '../../support/http.ts';

describe('the API page, in a browser', () => {
  let sidecar: BuiltSidecar;
  let browser: Browser;

  beforeAll(async () => {
    sidecar = await startBuiltSidecar();
    await fillWithExampleData(sidecar.keyPrefix);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await sidecar.stop();
  });

  it('debug', async () => {
    const { page, problems } = await openPage(browser, [sidecar.origin]);
    await page.goto(`${sidecar.origin}/docs`);
    await page.waitForSelector('.opblock');
    await page.screenshot({ path: '/tmp/docs1.png', fullPage: true });
    await page.click('#operations-v1-getCoinsTrades .opblock-summary-control');
    await page.waitForSelector('#operations-v1-getCoinsTrades .execute');
    await page.screenshot({ path: '/tmp/docs2.png', fullPage: true });
    await page.click('#operations-v1-getCoinsTrades .execute');
    await page.waitForSelector('#operations-v1-getCoinsTrades .live-responses-table');
    await page.screenshot({ path: '/tmp/docs3.png', fullPage: true });
    expect(Object.keys(operations)).toHaveLength(5);
    expect(problems).toStrictEqual([]);
    expect((await ask(sidecar.origin, '/docs')).status).toBe(200);
  });
});
