import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { createClient } from '../../rest-sidecar/client/src/client.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { freePort } from '../../tools/processes/free-port.mjs';
import { eventually } from '../support/eventually.ts';
import { startSidecarWithExampleData } from '../support/example-data.ts';
import { startBrowser } from '../support/http/browser.ts';
import { startBuiltSidecar } from '../support/http/built-servers.ts';
import type { BuiltServer } from '../support/http/built-servers.ts';
import { startNginx } from '../support/http/nginx.ts';
import type { Nginx } from '../support/http/nginx.ts';
import { startRecordingProxy } from '../support/http/recording-proxy.ts';
import type { RecordingProxy } from '../support/http/recording-proxy.ts';
import { readRepositoryFile } from '../support/repository/source-files.ts';

const PATIENCE = { withinMs: 50_000 };

const programs: { stop(): Promise<unknown> }[] = [];

/** Stops a program after the tests of this file, also if a later one does not start. */
function stopped<Program extends { stop(): Promise<unknown> }>(program: Program): Program {
  programs.push(program);
  return program;
}

afterAll(async () => {
  for (const program of programs.reverse()) await program.stop();
});

/** The documented configuration, for Debian's nginx. */
const CONFIGURATION = readRepositoryFile('deploy/nginx.conf');
/** The configuration with a high limit, for tests that do not test the limit. */
const UNLIMITED = CONFIGURATION.replace('rate=20r/s', 'rate=1000r/s').replaceAll('burst=40', 'burst=4000');

describe('nginx in front of the sidecar, with the documented configuration', () => {
  let sidecar: BuiltServer;
  let proxy: RecordingProxy;
  let nginx: Nginx;

  beforeAll(async () => {
    sidecar = stopped(await startSidecarWithExampleData());
    proxy = stopped(await startRecordingProxy(sidecar.origin));
    nginx = stopped(await startNginx(UNLIMITED, proxy.origin));
  });

  const get = async (path: string, init?: RequestInit): Promise<Response> =>
    await fetch(`${nginx.origin}/api${path}`, init);
  const direct = async (path: string): Promise<string> => await (await fetch(sidecar.origin + path)).text();

  it.each([
    '/v1/servers',
    '/v1/votings?server=skyblock',
    '/v1/coins-trades?limit=2',
    '/openapi.json',
    '/docs',
  ])('answers %s under the prefix as the sidecar does', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(await direct(path));
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  it("forwards the sidecar's own errors and responses to preflights", async () => {
    const missing = await get('/v1/servers?id=atlantis', {
      headers: { Accept: 'application/problem+json' },
    });
    expect([missing.status, missing.headers.get('content-type')]).toStrictEqual([
      404,
      'application/problem+json',
    ]);
    expect((await get('/v1/servers', { method: 'OPTIONS' })).status).toBe(204);
    expect((await get('/v1/servers', { method: 'POST' })).status).toBe(405);
  });

  it('never serves the health from its cache', async () => {
    proxy.exchanges.length = 0;
    for (let count = 0; count < 3; count++) await get('/v1/health');
    expect(proxy.exchanges).toHaveLength(3);
  });

  it('allows users to try operations on the page under the prefix', async () => {
    const browser = await startBrowser();
    const page = await browser.newPage();
    await page.goto(`${nginx.origin}/api/docs`);
    const operation = page.locator('#operations-v1-getServers');
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('button.execute').click();
    const status = operation.locator('.live-responses-table .response .response-col_status');
    expect(await status.innerText()).toMatch(/^200/);
    expect(await operation.locator('.request-url pre').innerText()).toBe(`${nginx.origin}/api/v1/servers`);
    await browser.close();
  });

  it('sends one request for many clients to the sidecar, and then revalidates by ETag', async () => {
    proxy.exchanges.length = 0;
    const path = '/v1/events?server=survival';
    for (let count = 0; count < 50; count++) expect((await get(path)).status).toBe(200);
    expect(proxy.exchanges.length).toBeLessThan(25);
    await eventually(async () => {
      await get(path);
      return proxy.exchanges.includes(`GET ${path} 304`);
    });
    expect(proxy.exchanges.filter((exchange) => exchange === `GET ${path} 200`)).toHaveLength(1);
  });

  it('answers 304 to the tag that it sent, and to the weak tag of a body that it compressed', async () => {
    const plain = await get('/v1/coins-trades', { headers: { 'Accept-Encoding': 'identity' } });
    const gzipped = await get('/v1/coins-trades', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(gzipped.headers.get('content-encoding')).toBe('gzip');
    expect(await gzipped.text()).toBe(await plain.text());
    for (const { headers } of [plain, gzipped]) {
      const again = await get('/v1/coins-trades', {
        headers: { 'If-None-Match': headers.get('etag') ?? '' },
      });
      expect(again.status).toBe(304);
    }
    expect(gzipped.headers.get('etag')).toBe(`W/${plain.headers.get('etag') ?? ''}`);
  });

  it('serves no stale copy of a deleted server', async () => {
    const redis = new Redis(sidecar.redisUrl);
    expect((await get('/v1/servers?id=survival')).status).toBe(200);
    await redis.del(new RedisKeys(sidecar.keyPrefix).serverOf('survival'));
    redis.disconnect();
    await eventually(async () => (await get('/v1/servers?id=survival')).status === 404);
  });

  it('serves the latest responses while the sidecar is down, and an error if it has none', async () => {
    const before = await (await get('/v1/votings')).text();
    await sidecar.kill();
    await eventually(async () => (await get('/v1/health')).status === 503);
    for (let count = 0; count < 3; count++) {
      const stale = await get('/v1/votings');
      expect([stale.status, await stale.text()]).toStrictEqual([200, before]);
    }
    const health = await get('/v1/health');
    expect(health.headers.get('access-control-allow-origin')).toBe('*');
    expect(await createClient(`${nginx.origin}/api`).getHealth()).toStrictEqual({
      ok: false,
      status: 503,
      error: 'The service is not reachable at the moment. Try again in a few seconds.',
      retryAfterMs: 5000,
    });
    await sidecar.start();
    await eventually(async () => (await (await get('/v1/health')).text()) === '{"status":"ok"}');
  });
});

describe('a sidecar that is replaced behind the documented nginx', () => {
  const PATHS = ['/v1/health', '/v1/servers', '/v1/events', '/v1/votings', '/v1/coins-trades'];
  const CONNECTIONS = 50;

  it('fails no request of many clients', async () => {
    const sidecar = stopped(await startSidecarWithExampleData());
    const second = stopped(await startBuiltSidecar({ KEY_PREFIX: sidecar.keyPrefix }));
    await second.kill();
    const unlimited = UNLIMITED.replace('rate=1000r/s', 'rate=100000r/s');
    const nginx = stopped(await startNginx(unlimited, sidecar.origin, { backup: second.origin }));
    const failures: string[] = [];
    let requests = 0;
    let isDone = false;
    const request = async (): Promise<void> => {
      // A parameter of its own, so that nginx does not answer from its cache.
      const path = `/api${PATHS[requests % PATHS.length] ?? ''}?request=${(requests += 1)}`;
      const response = await fetch(nginx.origin + path);
      const body = await response.text();
      if (response.status !== 200) failures.push(`${response.status} ${path}: ${body}`);
    };
    const repeat = async (): Promise<void> => {
      while (!isDone) await request().catch((cause: unknown) => failures.push(String(cause)));
    };
    const clients = Array.from({ length: CONNECTIONS }, repeat);
    const untilServed = async (count = 500): Promise<void> => {
      const from = requests;
      await eventually(() => requests > from + count, PATIENCE);
    };
    try {
      await untilServed();
      for (const [next, previous] of [
        [second, sidecar],
        [sidecar, second],
      ] as const) {
        await next.start();
        await untilServed();
        expect(await previous.stop()).toBe(0);
        await untilServed();
      }
    } finally {
      isDone = true;
      await Promise.all(clients);
    }
    expect(failures).toStrictEqual([]);
  });

  it('is not asked for data before it has loaded them', async () => {
    const starting = stopped(await startBuiltSidecar({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` }));
    const second = stopped(await startBuiltSidecar());
    const nginx = stopped(await startNginx(UNLIMITED, starting.origin, { backup: second.origin }));
    const isLoaded = async (): Promise<boolean> => (await fetch(`${second.origin}/v1/servers`)).ok;
    await eventually(isLoaded, PATIENCE);
    expect((await fetch(`${starting.origin}/v1/servers`)).status).toBe(503);
    expect((await fetch(`${nginx.origin}/api/v1/servers`)).status).toBe(200);
  });
});

describe('the limit of the documented nginx', () => {
  let nginx: Nginx;
  beforeAll(async () => {
    const sidecar = stopped(await startBuiltSidecar());
    nginx = stopped(await startNginx(CONFIGURATION, sidecar.origin));
  });

  it('answers 429 in JSON with headers that clients and pages can read', async () => {
    const client = createClient(`${nginx.origin}/api`);
    // Far more requests than the limit allows during the time that they take.
    const answers = await Promise.all(Array.from({ length: 400 }, async () => await client.getHealth()));
    expect(answers.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(40);
    const refused = answers.find((answer) => !answer.ok && answer.status === 429);
    expect(refused).toStrictEqual({
      ok: false,
      status: 429,
      error: 'There are too many requests from this address. Try again in a second.',
      retryAfterMs: 1000,
    });
    const { headers } = await eventually(async () => {
      const all = await Promise.all(
        Array.from({ length: 100 }, () => fetch(`${nginx.origin}/api/v1/servers`)),
      );
      return all.find(({ status }) => status === 429);
    });
    expect(headers.get('ratelimit')).toBe('"address";r=0;t=1');
    expect(headers.get('ratelimit-policy')).toBe('"address";q=20;w=1');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const exposed = headers.get('access-control-expose-headers');
    for (const name of ['Retry-After', 'RateLimit', 'RateLimit-Policy']) expect(exposed).toContain(name);
  });
});
