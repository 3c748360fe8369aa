import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { openPage, startBrowser, untilShown } from '../../support/http/browser.ts';
import type { ObservedPage } from '../../support/http/browser.ts';
import { startBuiltSidecar } from '../../support/http/built-servers.ts';
import { startRecordingProxy } from '../../support/http/recording-proxy.ts';
import type { RecordingProxy } from '../../support/http/recording-proxy.ts';
import { useRedis } from '../../support/redis/use-redis.ts';
import { REPOSITORY } from '../../support/repository/repository.ts';
import { useStarted } from '../../support/use-started.ts';

const PAGE = pathToFileURL(join(REPOSITORY, 'docs', 'examples', 'live-votings.html'));
const HOSTILE = '<img src=x onerror="document.title = 1">';

/**
 * The documented example, opened from a file: a page with another origin than the sidecar, with the client
 * that the sidecar serves.
 */
describe('the example page of live votings', () => {
  const sidecar = useStarted(startBuiltSidecar);
  const redis = useRedis();
  let keys: RedisKeys;
  let browser: Browser;
  let observed: ObservedPage;
  let page: Page;
  let proxy: RecordingProxy;

  beforeAll(async () => {
    keys = new RedisKeys(sidecar.keyPrefix);
    const candidates = [
      { id: 'canyon', name: 'Canyon' },
      { id: 'islands', name: HOSTILE },
    ];
    const voting = { server: 'survival', title: 'Which map?', candidates };
    await redis.set(keys.votingOf('map'), JSON.stringify(voting));
    await redis.hincrby(keys.voteCountsOf('map'), 'canyon', 7);
    browser = await startBrowser();
    proxy = await startRecordingProxy(sidecar.origin);
    observed = await openPage(browser, proxy.origin);
    ({ page } = observed);
    await page.clock.install();
    await page.goto(`${PAGE.href}?api=${proxy.origin}`);
  });

  afterAll(async () => {
    await browser.close();
    await proxy.stop();
  });

  const votes = async (): Promise<string[]> => await page.locator('dt strong').allInnerTexts();

  it('shows each candidate with its votes [R-VOTINGS-4]', async () => {
    await page.waitForSelector('section');
    expect(await page.locator('h2').innerText()).toBe('Which map?');
    expect(await page.locator('dt span').allInnerTexts()).toStrictEqual(['Canyon', HOSTILE]);
    expect(await votes()).toStrictEqual(['7', '0']);
    expect(await page.locator('meter').first().getAttribute('max')).toBe('7');
  });

  it('shows a vote soon after it was counted', async () => {
    await redis.hincrby(keys.voteCountsOf('map'), 'islands', 1);
    await untilShown(page, async () => (await votes()).join() === '7,1', 'the vote');
    expect(await page.locator('[role=status]').innerText()).toMatch(/^1 active, changed at /);
  });

  it('causes only 304 responses while nothing changes, and no preflights', async () => {
    proxy.exchanges.length = 0;
    const ofVotings = () => proxy.exchanges.filter((exchange) => exchange.includes('/v1/votings'));
    await untilShown(page, () => Promise.resolve(ofVotings().length >= 2), 'two requests');
    expect(ofVotings()).toStrictEqual(['GET /v1/votings 304', 'GET /v1/votings 304']);
    expect(proxy.exchanges.filter((exchange) => exchange.startsWith('OPTIONS'))).toStrictEqual([]);
  });

  it('sends no requests to other hosts, and causes no errors', async () => {
    expect(await observed.problems()).toStrictEqual([]);
    expect(await page.title()).toBe('Live votings');
  });

  it('ignores the service that a link names, if the page is on a website', async () => {
    const visited = await browser.newPage();
    const foreign: string[] = [];
    visited.on('request', (request) => {
      if (request.url().startsWith(proxy.origin)) foreign.push(request.url());
    });
    const copy = readFileSync(PAGE, 'utf8').replace('http://localhost:8080', sidecar.origin);
    const website = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(copy);
    });
    await new Promise<void>((resolve) => website.listen(0, '127.0.0.1', resolve));
    const { port } = website.address() as AddressInfo;
    await visited.goto(`http://127.0.0.1:${port}/?api=${proxy.origin}`);
    await visited.waitForSelector('section');
    expect(foreign).toStrictEqual([]);
    await visited.close();
    website.close();
  });
});
