import { chromium } from 'playwright-core';
import type { Browser, Page, Response } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { variable } from '../processes/variable.ts';
import { toHttpResponse } from './http-response.ts';
import type { HttpResponse } from './http-response.ts';
import { expectDocumented } from './openapi-response.ts';

/**
 * Arguments that prevent Chromium's own network requests, and that make it run without a display and without
 * user namespaces.
 */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a real headless Chromium with a temporary profile. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = variable('FC_CHROMIUM');
  return await chromium.launch({ executablePath, headless: true, args: ARGUMENTS });
}

/** By how much the page's clock is advanced before each check. */
const CLOCK_STEP_MS = 1000;

/**
 * Waits until a page shows something, while its clock is advanced, so that periodic actions take no real
 * time. The page's clock must have been installed before the page was opened.
 * @throws {Error} if it is not shown within 30 s
 */
export async function untilShown(page: Page, check: () => Promise<boolean>, what: string): Promise<void> {
  const advanceAndCheck = async (): Promise<boolean> => {
    await page.clock.fastForward(CLOCK_STEP_MS);
    return await check();
  };
  await eventually(advanceAndCheck, { everyMs: 50, what });
}

export interface ObservedPage {
  readonly page: Page;
  /**
   * Problems so far: errors and warnings on the console, exceptions, failed requests, requests to other
   * hosts, undocumented responses.
   */
  problems(): Promise<readonly string[]>;
}

/** @param sidecar its origin, the only one that the page may send requests to */
export async function openPage(browser: Browser, sidecar: string): Promise<ObservedPage> {
  const page = await browser.newPage();
  const found: string[] = [];
  const checks: Promise<void>[] = [];
  const isHttp = (url: string): boolean => url.startsWith('http');
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') found.push(message.text());
  });
  page.on('pageerror', (error) => found.push(error.message));
  page.on('requestfailed', (request) => found.push(`${request.url()} failed`));
  page.on('request', (request) => {
    const url = request.url();
    if (isHttp(url) && new URL(url).origin !== sidecar) found.push(`requested ${url}`);
  });
  page.on('response', (response) => {
    const check = async (): Promise<void> => {
      expectDocumented(await read(response));
    };
    if (isHttp(response.url()))
      checks.push(check().catch((error: unknown) => void found.push(String(error))));
  });
  const problems = async (): Promise<readonly string[]> => {
    await Promise.all(checks);
    return found;
  };
  return { page, problems };
}

/**
 * The browser provides decompressed bodies. For a response that it has revalidated itself, it provides a 200
 * with the cached body; the actual response was a 304, whose headers contain no media type.
 */
async function read(response: Response): Promise<HttpResponse> {
  const { pathname, search } = new URL(response.url());
  const request = { method: response.request().method(), target: `${pathname}${search}` };
  const received = await response.allHeaders();
  const isRevalidated = 'content-type' in response.headers() && !('content-type' in received);
  const status = isRevalidated ? 304 : response.status();
  const headers = Object.entries(received).filter(([name]) => name !== 'content-encoding');
  const bytes = status === 304 ? Buffer.alloc(0) : await response.body();
  return toHttpResponse(request, status, { rawHeaders: headers.flat(), bytes });
}
