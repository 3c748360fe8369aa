import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startBrowser, untilShown } from '../../support/http/browser.ts';
import { startBuiltSidecar } from '../../support/http/built-servers.ts';
import type { BuiltServer } from '../../support/http/built-servers.ts';
import { fillWithExampleData } from '../../support/example-data.ts';
import { startRedis } from '../../support/redis/redis-server.ts';
import type { RedisServer } from '../../support/redis/redis-server.ts';
import { REPOSITORY } from '../../support/repository/repository.ts';

const PAGE = pathToFileURL(join(REPOSITORY, 'docs', 'examples', 'live-votings.html'));
const UNREACHABLE = 'The service could not be reached.';
const NOT_CURRENT = 'The votes are not current at the moment.';

describe('the example page of live votings, during an outage', () => {
  let redis: RedisServer;
  let sidecar: BuiltServer;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    redis = await startRedis();
    sidecar = await startBuiltSidecar({ REDIS_URL: redis.url });
    await fillWithExampleData(sidecar);
    browser = await startBrowser();
    page = await browser.newPage();
    await page.clock.install();
  });
  afterAll(async () => {
    await browser.close();
    await sidecar.stop();
    await redis.stop();
  });

  const state = async (): Promise<string> => await page.locator('[role=status]').innerText();
  const shows = async (fits: (text: string) => boolean): Promise<void> => {
    await untilShown(page, async () => fits(await state()), 'the state of the page');
  };

  it('recovers if it was opened before the sidecar runs', async () => {
    await sidecar.kill();
    await page.goto(`${PAGE.href}?api=${sidecar.origin}`);
    await shows((text) => text === UNREACHABLE);
    await sidecar.start();
    await shows((text) => text.includes(' active, changed at '));
    expect(await page.locator('section').count()).toBeGreaterThan(0);
  });

  it('shows after an outage the time of the last change, which was before it', async () => {
    const before = await state();
    await sidecar.kill();
    await shows((text) => text === UNREACHABLE);
    await sidecar.start();
    // Before its initial load, the sidecar answers 503.
    await shows((text) => text.includes(' active'));
    expect(await state()).toBe(before);
  });

  const showsHealth = async (text: string): Promise<void> => {
    const health = page.locator('#health');
    await untilShown(page, async () => (await health.innerText()) === text, `the page to say "${text}"`);
  };

  it('shows that the votes are stale while only the health is unreachable, as behind a cache', async () => {
    const health = `${sidecar.origin}/v1/health`;
    await page.route(health, async (route) => {
      await route.fulfill({ status: 503 });
    });
    await showsHealth(NOT_CURRENT);
    expect(await state()).toMatch(/ active, changed at /);
    await page.unroute(health);
    await showsHealth('');
  });

  it('shows that the votes are stale while the health is degraded, and only then', async () => {
    await redis.kill();
    await showsHealth(NOT_CURRENT);
    expect(await state()).toMatch(/ active, changed at /);
    await redis.restart();
    await showsHealth('');
  });
});
