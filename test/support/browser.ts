import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';

/** Nothing that asks anybody else, and nothing that a machine without a display or without user namespaces lacks. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a real Chromium without a window, with a profile of its own that goes with it. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = process.env['FC_CHROMIUM'];
  if (executablePath === undefined)
    throw new Error('FC_CHROMIUM is not set: there is no Chromium, which npm test would install');
  return await chromium.launch({ executablePath, headless: true, args: ARGUMENTS });
}

export interface ObservedPage {
  readonly page: Page;
  /** What went wrong so far: errors and warnings on the console, exceptions, requests that failed or went elsewhere. */
  readonly problems: readonly string[];
}

/** @param origins where requests may go */
export async function openPage(browser: Browser, origins: readonly string[]): Promise<ObservedPage> {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('requestfailed', (request) => problems.push(`${request.url()} failed`));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (/^https?:$/.test(protocol) && !origins.includes(origin)) problems.push(`asked ${request.url()}`);
  });
  return { page, problems };
}
