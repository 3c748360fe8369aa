import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { parseConfig } from '../../../rest-sidecar/src/config.ts';
import { hashOf, newTokenText } from '../../../rest-sidecar/src/operators/token-secrets.ts';
import { startSidecar } from '../../../rest-sidecar/src/sidecar.ts';
import type { Sidecar } from '../../../rest-sidecar/src/sidecar.ts';
import { SCOPES } from '../../../shared/operators/scope.ts';
import { validators } from '../../../shared/operators/validators.js';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { eventually } from '../../support/eventually.ts';
import { startFaultProxy, type FaultProxy } from '../../support/fault-proxy.ts';
import { RecordingLogger } from '../../support/recording-logger.ts';
import { testRedisUrl, uniquePrefix } from '../../support/redis.ts';

const keyPrefix = uniquePrefix();
const keys = new RedisKeys(keyPrefix);
const redis = new Redis(testRedisUrl());
let faults: FaultProxy;
let sidecar: Sidecar;

beforeAll(async () => {
  faults = await startFaultProxy(Number(new URL(testRedisUrl()).port));
  const environment = { REDIS_URL: faults.url, KEY_PREFIX: keyPrefix, PORT: '0', OPERATORS_PORT: '0' };
  const parsed = parseConfig(environment);
  if (!parsed.ok) throw new Error(parsed.problem);
  sidecar = await startSidecar(parsed.config, new RecordingLogger());
  await eventually(async () => (await ask('/ready')).status === 200, { what: 'the sidecar to be ready' });
});

afterAll(async () => {
  await sidecar.stop();
  await faults.stop();
  redis.disconnect();
});

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** @param token none by default */
async function ask(target: string, token?: string, method = 'GET'): Promise<Answer> {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return await askWith(target, headers, method);
}

async function askWith(target: string, headers: Record<string, string>, method = 'GET'): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${sidecar.operatorsPort ?? 0}${target}`, {
    method,
    headers,
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? (JSON.parse(text) as unknown) : text,
  };
}

async function issue(scopes: string, more: Record<string, string> = {}): Promise<string> {
  const text = newTokenText();
  await redis.hset(keys.tokenOf(hashOf(text)), { name: 'test', scopes, createdAt: '1', ...more });
  return text;
}

const PROTECTED = [
  ['/metrics', 'metrics:read'],
  ['/v1/blocklists', 'blocklists:read'],
  ['/v1/blocklists/my-mod', 'blocklists:read'],
  ['/v1/rate-limits?player=069a79f4-44e9-4726-a5be-fca90e38aaf5', 'rate-limits:read'],
] as const;

describe("the operators' listener", () => {
  it.each(PROTECTED)('answers %s to a token with the scope %s, and to no other', async (target, scope) => {
    expect((await ask(target, await issue(scope))).status).toBe(200);
    const others = SCOPES.filter((other) => other !== scope).join(' ');
    const { status, headers } = await ask(target, await issue(others));
    expect(status).toBe(403);
    expect(headers.get('www-authenticate')).toMatch(/^Bearer realm=".+", error="insufficient_scope"$/);
  });

  it('says the same whatever is wrong with a token [G17]', async () => {
    const over = await issue('metrics:read', { expiresAt: String(Date.now() - 1000) });
    const revoked = await issue('metrics:read');
    await redis.del(keys.tokenOf(hashOf(revoked)));
    const attempts = [
      {},
      ...[over, revoked, newTokenText(), 'x'].map((text) => ({ Authorization: `Bearer ${text}` })),
    ];
    const answers = [];
    for (const headers of [...attempts, { Authorization: 'Basic YTpi' }])
      answers.push(await askWith('/metrics', headers));
    const told = answers.map(({ status, headers, body }) => ({
      status,
      body,
      how: headers.get('www-authenticate'),
    }));
    expect(new Set(told.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(told[0]).toEqual({
      status: 401,
      body: { error: expect.any(String) },
      how: expect.stringMatching(/^Bearer realm="[^"]+"$/),
    });
  });

  it('takes no token from the query, a cookie or another header', async () => {
    const token = await issue('metrics:read');
    expect((await ask(`/metrics?access_token=${token}`)).status).toBe(401);
    expect((await askWith('/metrics', { Cookie: `token=${token}`, 'X-Api-Key': token })).status).toBe(401);
  });

  it('lets nobody in with a token that was revoked a moment ago', async () => {
    const token = await issue('metrics:read');
    expect((await ask('/metrics', token)).status).toBe(200);
    await redis.del(keys.tokenOf(hashOf(token)));
    expect((await ask('/metrics', token)).status).toBe(401);
  });

  it('shows the global blocklist, and who has a personal one', async () => {
    await redis.sadd(keys.blocklistGlobal, 'zoom', 'fly');
    await redis.sadd(keys.blocklistOf('mod/ü:1'), 'minimap');
    await redis.set(keys.blocklistOf('broken'), 'no set');
    const { body } = await ask('/v1/blocklists', await issue('blocklists:read'));
    expect(validators.blocklistsView(body)).toBe(true);
    expect(body).toEqual({
      global: { size: 2, features: ['fly', 'zoom'] },
      clients: [
        { client: 'broken', size: 0 },
        { client: 'mod/ü:1', size: 1 },
      ],
    });
  });

  it.each([
    ['mod%2F%C3%BC%3A1', { client: 'mod/ü:1', size: 1, features: ['minimap'] }],
    ['nobody', { client: 'nobody', size: 0, features: [] }],
    ['broken', { client: 'broken', size: 0, features: [] }],
  ])('shows the blocklist of one client: %s', async (encoded, expected) => {
    const { body } = await ask(`/v1/blocklists/${encoded}`, await issue('blocklists:read'));
    expect(validators.blocklistView(body)).toBe(true);
    expect(body).toEqual(expected);
  });

  it('shows 10,000 features of a longer list, and how long it is', async () => {
    const features = Array.from({ length: 25_000 }, (_, index) => `feature-${index}`);
    await redis.sadd(keys.blocklistOf('long'), ...features);
    const { body } = await ask('/v1/blocklists/long', await issue('blocklists:read'));
    expect(body).toMatchObject({ size: 25_000 });
    expect((body as { features: string[] }).features).toHaveLength(10_000);
  });

  it('shows until when a player is limited', async () => {
    const player = '069a79f4-44e9-4726-a5be-fca90e38aaf5';
    const token = await issue('rate-limits:read');
    expect((await ask(`/v1/rate-limits?player=${player}`, token)).body).toEqual({ player, limits: [] });
    await redis.set(keys.rateLimitOf('checkFeatures', player), '1', 'PX', 8000);
    const { body } = await ask(`/v1/rate-limits?player=${player.replaceAll('-', '').toUpperCase()}`, token);
    expect(validators.rateLimitsView(body)).toBe(true);
    const until = await redis.pexpiretime(keys.rateLimitOf('checkFeatures', player));
    const [limit] = (body as { limits: { method: string; until: number }[] }).limits;
    expect(limit?.method).toBe('checkFeatures');
    expect(Math.abs((limit?.until ?? 0) - until)).toBeLessThanOrEqual(2);
  });

  it.each(['', '?player=', '?player=Notch', '?player=1&player=2', `?player=${'a'.repeat(33)}`])(
    'refuses a player that is none: %j',
    async (query) => {
      expect(await ask(`/v1/rate-limits${query}`, await issue('rate-limits:read'))).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('player') },
      });
    },
  );

  it.each(['', '%', '%FF', 'a'.repeat(129)])('refuses a client that is none: %j', async (client) => {
    expect((await ask(`/v1/blocklists/${client}`, await issue('blocklists:read'))).status).toBe(400);
  });

  it('answers only GET and HEAD, and only what is there', async () => {
    const token = await issue('metrics:read');
    expect(await ask('/metrics', token, 'HEAD')).toMatchObject({ status: 200, body: '' });
    const { status, headers } = await ask('/metrics', token, 'POST');
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    for (const path of ['/', '/v1/servers', '/metrics/', '/v1/blocklists/a/b', '//metrics']) {
      expect((await ask(path, token)).status).toBe(404);
    }
  });

  it('is read by no other site, and kept by nobody', async () => {
    const { headers } = await ask('/metrics', await issue('metrics:read'));
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('counts what the public interface answers, and tells its state', async () => {
    const token = await issue('metrics:read');
    const count = async (): Promise<number> => {
      const text = String((await ask('/metrics', token)).body);
      return Number(/feature_control_rest_responses_total\{status="404"\} (\d+)/.exec(text)?.[1] ?? 0);
    };
    const before = await count();
    await fetch(`http://127.0.0.1:${sidecar.port}/nowhere`);
    await eventually(async () => (await count()) === before + 1, { what: 'the count' });
    const text = String((await ask('/metrics', token)).body);
    expect(text).toContain('feature_control_health{status="ok"} 1');
    expect(text).toContain('process_resident_memory_bytes');
  });

  it('lets nobody in while Redis cannot be asked', async () => {
    const token = await issue('metrics:read');
    await faults.set({ kind: 'black-hole' });
    const { status, headers } = await ask('/metrics', token);
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    await eventually(async () => (await ask('/ready')).status === 503, {
      what: 'the sidecar to be not ready',
    });
    await faults.set({ kind: 'none' });
    await eventually(async () => (await ask('/metrics', token)).status === 200, { what: 'Redis to be back' });
  });

  it('slows down who guesses, and soon listens to him no more', async () => {
    const guesses = Array.from({ length: 30 }, async () => (await ask('/metrics', newTokenText())).status);
    const statuses = await Promise.all(guesses.slice(0, 30));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10);
    expect(statuses.filter((status) => status !== 429 && status !== 401)).toEqual([]);
    expect((await ask('/metrics', await issue('metrics:read'))).status).toBe(200);
  });
});

describe('the public listener', () => {
  it.each(['/ready', ...PROTECTED.map(([target]) => target)])(
    'has nothing at %s, whatever token is presented [G17]',
    async (target) => {
      const token = await issue(SCOPES.join(' '));
      const headers = { Authorization: `Bearer ${token}` };
      const { status } = await fetch(`http://127.0.0.1:${sidecar.port}${target}`, { headers });
      expect(status).toBe(404);
    },
  );

  it('is all there is unless a port for operators is configured', () => {
    expect(parseConfig({})).toMatchObject({ ok: true, config: { operators: undefined } });
    expect(parseConfig({ OPERATORS_HOST: '0.0.0.0' })).toMatchObject({ config: { operators: undefined } });
    expect(parseConfig({ OPERATORS_PORT: '9100' })).toMatchObject({
      config: { operators: { host: '127.0.0.1', port: 9100 } },
    });
    expect(parseConfig({ OPERATORS_PORT: 'x' })).toMatchObject({ ok: false });
  });
});
