import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { Page } from 'playwright-core';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { eventually } from '../../support/eventually.ts';
import { startFaultProxy } from '../../support/faults/fault-proxy.ts';
import { startBrowser } from '../../support/http/browser.ts';
import { startBuiltAdminServer } from '../../support/http/built-servers.ts';
import { testRedisUrl } from '../../support/redis/redis.ts';
import { storeToken } from '../../support/redis/store-token.ts';
import { REPOSITORY } from '../../support/repository/repository.ts';

const ALL_SCOPES = 'blocklists:read blocklists:write rate-limits:read metrics:read';

export interface OpenOptions {
  readonly route?: string;
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
  readonly locale?: string;
  /** The origin that the browser uses. Default: that of the server. */
  readonly from?: string;
}

/**
 * Starts the built admin's server, and a real browser for its console.
 * @param withFaults whether the server is connected to Redis through the fault proxy, which delays replies
 * whenever this process is busy
 */
export async function startConsoleUnderTest({ withFaults = false } = {}) {
  const faults = await startFaultProxy(Number(new URL(testRedisUrl()).port));
  const env = withFaults ? { REDIS_URL: faults.url } : {};
  const [server, browser] = await Promise.all([startBuiltAdminServer(env), startBrowser()]);
  const { origin } = server;
  const redis = new Redis(testRedisUrl());
  const keys = new RedisKeys(server.keyPrefix);
  const problems: string[] = [];
  const issue = async (scopes = ALL_SCOPES, fields: Record<string, string> = {}): Promise<string> => {
    const token = await storeToken(redis, keys, scopes, { name: 'Ada', ...fields });
    const headers = { Authorization: `Bearer ${token}` };
    // A busy server may not know the token yet.
    await eventually(async () => (await fetch(`${origin}/v1/session`, { headers })).status !== 401, {
      what: 'the token',
    });
    return token;
  };
  const open = async (options: OpenOptions = {}): Promise<Page> => {
    const { route = '', scheme = 'light', width = 1280, locale = 'en-GB', from = origin } = options;
    const viewport = { width, height: 800 };
    const context = await browser.newContext({ viewport, colorScheme: scheme, locale });
    const page = await context.newPage();
    recordProblems(page, from, problems);
    await page.goto(`${from}/console${route}`);
    return page;
  };
  return {
    origin,
    server,
    redis,
    keys,
    /** The fault proxy between the server and Redis; without a connection unless `withFaults` was set. */
    faults,
    /** Errors of pages: of scripts and of the policy, requests to other origins, and tokens in URLs. */
    problems: problems as readonly string[],
    /** Stores a token. @param fields of its record, which replace the default ones */
    issue,
    /** Opens a tab with a separate browser context. */
    open,
    /** Opens a tab, and signs in. The default token has all scopes. */
    async signedIn({ token, ...options }: OpenOptions & { readonly token?: string } = {}): Promise<Page> {
      const page = await open(options);
      await signIn(page, token ?? (await issue()));
      await untilLive(page);
      return page;
    },
    async stop(): Promise<void> {
      await browser.close();
      await server.stop();
      await faults.stop();
      redis.disconnect();
    },
  };
}

export async function signIn(page: Page, token: string): Promise<void> {
  await page.locator('input[name=token]').fill(token);
  await page.locator('button.primary').click();
}

/**
 * Signs in again, as a person would, if a reply of Redis came too late, as on a busy machine, or through the
 * fault proxy, which runs in this process.
 */
async function untilLive(page: Page): Promise<void> {
  const unavailable = page.getByText('Redis does not answer.');
  const attempt = async (): Promise<boolean> => {
    if (await unavailable.isVisible()) await page.locator('button.primary').click();
    await page.locator('[data-state=live]').waitFor({ timeout: 2000 });
    return true;
  };
  await eventually(attempt, { withinMs: 60_000, what: 'the console to be live' });
}

function recordProblems(page: Page, origin: string, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // The browser reports each response with an error status.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) problems.push(message.text());
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin)
      problems.push(`request to ${request.url()}`);
    if (request.url().includes('fct_')) problems.push(`the token is in ${request.url()}`);
  });
}

const AXE = readFileSync(join(REPOSITORY, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');

/** Returns the violations that axe-core finds in the current page. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  // Runs through the DevTools protocol, to which the page's policy does not apply.
  await page.evaluate(AXE);
  const found: unknown = await page.evaluate(
    'axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`)))',
  );
  return found as string[];
}

/** Opens the dialog that blocks features, and enters their names. */
export async function openBlock(page: Page, features: string): Promise<void> {
  await page.getByRole('button', { name: 'Block a feature' }).click();
  await page.locator('dialog input[name=feature]').fill(features);
}

/** Clicks a button of the open dialog. */
export async function submit(page: Page, label: string): Promise<void> {
  await page.locator('dialog').getByRole('button', { name: label, exact: true }).click();
}
