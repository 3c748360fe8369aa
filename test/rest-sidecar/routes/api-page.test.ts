import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { createOpenApiDocument } from '../../../rest-sidecar/src/openapi/open-api-document.ts';
import { startSidecarWithExampleData } from '../../support/example-data.ts';
import { openPage, startBrowser } from '../../support/http/browser.ts';
import type { ObservedPage } from '../../support/http/browser.ts';
import { startBuiltSidecar } from '../../support/http/built-servers.ts';
import { ask } from '../../support/http/http.ts';
import { readRepositoryFile } from '../../support/repository/source-files.ts';
import { useStarted } from '../../support/use-started.ts';

const OPERATIONS = Object.entries(createOpenApiDocument().paths).map(([path, { get }]) => {
  return { operationId: get.operationId, path };
});
/** The operation that stays open, with a short URL. */
const OPEN = 'getVotings';

describe('the API page', () => {
  const sidecar = useStarted(startSidecarWithExampleData);

  const assets = async (): Promise<string[]> => {
    const { text } = await ask(sidecar.origin, '/docs');
    return [...text.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, path = '']) => `/${path}`);
  };

  it('may only load resources that the sidecar serves', async () => {
    const { headers } = await ask(sidecar.origin, '/docs');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(headers['content-security-policy']).not.toContain('unsafe');
  });

  it('has assets whose names change with their content, so that browsers can cache them', async () => {
    const paths = await assets();
    expect(paths).toHaveLength(5);
    for (const path of paths) {
      const { status, headers } = await ask(sidecar.origin, path);
      expect({ path, status }).toStrictEqual({ path, status: 200 });
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
  });

  it.each([
    ['js', 'text/javascript; charset=utf-8'],
    ['d.ts', 'text/plain; charset=utf-8'],
    ['tgz', 'application/gzip'],
  ])('provides the client as .%s, under names with and without its version', async (extension, type) => {
    const { version } = JSON.parse(readRepositoryFile('rest-sidecar/client/package.json')) as {
      version: string;
    };
    const named = await ask(sidecar.origin, `/docs/feature-control-client.${extension}`);
    const versioned = await ask(sidecar.origin, `/docs/feature-control-client-${version}.${extension}`);
    expect([named.status, named.headers['content-type']]).toStrictEqual([200, type]);
    expect(versioned.bytes).toStrictEqual(named.bytes);
    if (extension !== 'tgz') expect(named.text).toMatch(`/*! feature-control-client ${version}, MIT */\n`);
  });

  it.each(['/', '/v1'])('is the target of a redirect from %s for browsers only [G63]', async (path) => {
    const Accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const { status, headers } = await ask(sidecar.origin, path, { headers: { Accept } });
    expect([status, headers['location']]).toStrictEqual([302, 'docs']);
    expect(new URL('docs', `https://example.org/api${path}`).pathname).toBe('/api/docs');
    for (const accept of ['*/*', 'application/json', 'application/json, text/html', ''])
      expect((await ask(sidecar.origin, path, { headers: { Accept: accept } })).status).toBe(404);
    expect((await ask(sidecar.origin, path)).status).toBe(404);
    expect((await ask(sidecar.origin, path, { headers: { Accept }, method: 'POST' })).status).toBe(404);
    expect((await ask(sidecar.origin, `${path}x`, { headers: { Accept } })).status).toBe(404);
  });

  it('serves no files other than its assets', async () => {
    for (const path of ['/docs/', '/docs/index.html', '/docs/../sidecar.cjs', '/docs/%2e%2e/sidecar.cjs']) {
      expect((await ask(sidecar.origin, path)).status).toBe(404);
    }
  });

  describe('in a browser', () => {
    let browser: Browser;
    let observed: ObservedPage;
    let page: Page;

    beforeAll(async () => {
      browser = await startBrowser();
      observed = await openPage(browser, sidecar.origin);
      ({ page } = observed);
      await page.goto(`${sidecar.origin}/docs`);
      await page.waitForSelector('.opblock');
    });
    afterAll(async () => {
      await browser.close();
    });

    it('shows the version of the interface description [V-REST-2]', async () => {
      expect(await page.locator('.info .title').innerText()).toMatch(
        /^Public REST interface\s+1\.0\s+OAS 3\.1$/,
      );
    });

    it('lists all operations', async () => {
      const listed = await page.locator('.opblock .opblock-summary-path').allInnerTexts();
      expect(listed.map((path) => path.replaceAll('\u200b', ''))).toStrictEqual(
        OPERATIONS.map(({ path }) => path),
      );
    });

    it.each(OPERATIONS)('allows users to try $operationId', async ({ operationId, path }) => {
      const operation = page.locator(`#operations-v1-${operationId}`);
      await operation.locator('.opblock-summary-control').click();
      await operation.locator('button.execute').click();
      const answer = operation.locator('.live-responses-table .response');
      expect(await answer.locator('.response-col_status').innerText()).toMatch(/^200/);
      const asked = new URL(await operation.locator('.request-url pre').innerText());
      expect(asked).toMatchObject({ origin: sidecar.origin, pathname: path.replace('{version}', 'v1') });
      const shown = JSON.parse(await answer.locator('.highlight-code code').innerText()) as unknown;
      expect(shown).toStrictEqual((await ask(sidecar.origin, asked.pathname + asked.search)).json);
      // Each open operation slows down the page. One stays open for the next tests.
      if (operationId !== OPEN) await operation.locator('.opblock-summary-control').click();
    });

    it('wraps a long URL in the command for curl', async () => {
      await page.setViewportSize({ width: 375, height: 800 });
      const operation = page.locator('#operations-v1-getCoinsTrades');
      await operation.locator('.opblock-summary-control').click();
      await operation.locator('button.execute').click();
      const command = operation.locator('.curl-command code');
      expect(await command.innerText()).toContain('limit=');
      const outer = await operation.boundingBox();
      const inner = await command.boundingBox();
      expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThan((outer?.x ?? 0) + (outer?.width ?? 0));
      await operation.locator('.opblock-summary-control').click();
    });

    describe.each([375, 1280])('with a window of %d px', (width) => {
      beforeAll(async () => {
        await page.setViewportSize({ width, height: 800 });
      });

      const votings = () => page.locator(`#operations-v1-${OPEN}`);
      const documented = (code: number) =>
        votings().locator(`.responses-table:not(.live-responses-table) tr[data-code="${code}"]`);

      it('does not overflow, and has readable selects', async () => {
        const overflow =
          '[...document.querySelectorAll("*")].filter((e) => e.getBoundingClientRect().right > innerWidth)';
        expect(await page.evaluate(`${overflow}.map((e) => e.outerHTML.slice(0, 80))`)).toStrictEqual([]);
        const boxes = await Promise.all(
          (await page.locator('.opblock .responses-wrapper select:visible').all()).map(
            async (select) => await select.boundingBox(),
          ),
        );
        expect(boxes.length).toBeGreaterThan(2);
        // "application/problem+json", in the page's font.
        expect(Math.min(...boxes.map((box) => box?.width ?? 0))).toBeGreaterThan(200);
      });

      it('shows the usual responses of an executed operation, and the others on request', async () => {
        const box = await votings().boundingBox();
        // 6,857 and 4,401 px with all responses.
        expect(box?.height).toBeLessThan(width < 1000 ? 4000 : 3300);
        for (const code of [200, 304, 400, 503]) expect(await documented(code).isVisible()).toBe(true);
        for (const code of [412, 414, 431, 500]) expect(await documented(code).isVisible()).toBe(false);
        expect(await page.locator('.response-col_links:visible').count()).toBe(0);
        await votings().locator('.rare-errors-button').click();
        for (const code of [412, 414, 431, 500]) expect(await documented(code).isVisible()).toBe(true);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        await votings().locator('.rare-errors-button').click();
      });
    });

    it('has the title that the operator configured, and shows no ids of decisions', async () => {
      const named = await startBuiltSidecar({
        API_TITLE: 'API of Würfelwelt',
        API_CONTACT: 'web@example.org',
        API_DOCS_URL: 'https://example.org/api',
      });
      const other = await browser.newPage();
      await other.goto(`${named.origin}/docs`);
      await other.waitForSelector('.opblock');
      expect(await other.title()).toBe('API of Würfelwelt');
      const info = other.locator('.info');
      expect(await info.locator('.title').innerText()).toMatch(/^API of Würfelwelt/);
      expect(await info.locator('.info__contact a').getAttribute('href')).toBe('mailto:web@example.org');
      expect(await info.locator('.info__extdocs').getAttribute('href')).toBe('https://example.org/api');
      expect(await info.innerText()).not.toMatch(/\[G\d/);
      await named.stop();
    });

    it('sends no requests to other hosts, and causes no errors', async () => {
      expect(await observed.problems()).toStrictEqual([]);
    });
  });
});
