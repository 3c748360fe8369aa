import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { hashOf, newTokenText } from '../../../rest-sidecar/src/operators/token.ts';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { startFaultProxy } from '../../support/faults/fault-proxy.ts';
import type { FaultProxy } from '../../support/faults/fault-proxy.ts';
import { startBrowser } from '../../support/http/browser.ts';
import { startBuiltSidecar } from '../../support/http/built-sidecar.ts';
import type { BuiltSidecar } from '../../support/http/built-sidecar.ts';
import { freePort } from '../../support/processes/free-port.ts';
import { testRedisUrl } from '../../support/redis/redis.ts';
import { REPOSITORY } from '../../support/repository/repository.ts';

export const ALL_SCOPES = 'blocklists:read blocklists:write rate-limits:read metrics:read';

/** The sidecar as it ships, its console in a real browser, and what stands between it and Redis. */
export interface ConsoleUnderTest {
  readonly origin: string;
  readonly sidecar: BuiltSidecar;
  readonly browser: Browser;
  readonly redis: Redis;
  readonly keys: RedisKeys;
  readonly faults: FaultProxy;
  /** What went wrong in a page: errors of scripts, of its policy, and requests to others. */
  readonly problems: readonly string[];
  issue(scopes?: string, more?: Record<string, string>): Promise<string>;
  /** Opens a tab with a store of its own. */
  open(how?: OpenOptions): Promise<Page>;
  /** Opens a tab, and signs in. @param token by default one that may do everything */
  signedIn(how?: OpenOptions & { readonly token?: string }): Promise<Page>;
  stop(): Promise<void>;
}

export interface OpenOptions {
  readonly route?: string;
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
  readonly locale?: string;
  /** Where the browser finds the listener. Default: where it is. */
  readonly from?: string;
}

export async function startConsoleUnderTest(): Promise<ConsoleUnderTest> {
  const faults = await startFaultProxy(Number(new URL(testRedisUrl()).port));
  const operatorsPort = await freePort();
  const env = { REDIS_URL: faults.url, OPERATORS_PORT: String(operatorsPort) };
  const [sidecar, browser] = await Promise.all([startBuiltSidecar(env), startBrowser()]);
  const origin = `http://127.0.0.1:${operatorsPort}`;
  const redis = new Redis(testRedisUrl());
  const keys = new RedisKeys(sidecar.keyPrefix);
  const problems: string[] = [];
  const contexts: BrowserContext[] = [];
  const issue: ConsoleUnderTest['issue'] = async (scopes = ALL_SCOPES, more = {}) => {
    const text = newTokenText();
    await redis.hset(keys.tokenOf(hashOf(text)), { name: 'Ada', scopes, createdAt: '1', ...more });
    return text;
  };
  const open: ConsoleUnderTest['open'] = async (how = {}) => {
    const { route = '', scheme = 'light', width = 1280, locale = 'en-GB', from = origin } = how;
    const viewport = { width, height: 800 };
    const context = await browser.newContext({ viewport, colorScheme: scheme, locale });
    contexts.push(context);
    const page = await context.newPage();
    watch(page, from, problems);
    await page.goto(`${from}/console${route}`);
    return page;
  };
  return {
    ...{ origin, sidecar, browser, redis, keys, faults, problems, issue, open },
    async signedIn({ token, ...how } = {}) {
      const page = await open(how);
      await signIn(page, token ?? (await issue()));
      await page.locator('[data-state=live]').waitFor({ timeout: 30_000 });
      return page;
    },
    async stop() {
      await Promise.all(
        contexts.map(async (context) => {
          await context.close();
        }),
      );
      await browser.close();
      await sidecar.stop();
      await faults.stop();
      redis.disconnect();
    },
  };
}

export async function signIn(page: Page, token: string): Promise<void> {
  await page.locator('input[name=token]').fill(token);
  await page.locator('button.primary').click();
}

function watch(page: Page, origin: string, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // Of requests that are refused, the browser itself reports each.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) problems.push(message.text());
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) problems.push(`asked ${request.url()}`);
    if (request.url().includes('fct_')) problems.push(`the token is in ${request.url()}`);
  });
}

const AXE = readFileSync(join(REPOSITORY, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');

/** What axe-core finds wrong with the page as it is now. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  // By the debugger's protocol, which the page's policy does not bind.
  await page.evaluate(AXE);
  const found: unknown = await page.evaluate(
    'axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`)))',
  );
  return found as string[];
}
