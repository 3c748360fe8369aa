import { once } from 'node:events';
import { connect } from 'node:net';
import { subjectOf } from '../../../shared/rate-limit/rate-limit.ts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../../rest-sidecar/src/config.ts';
import { hashOf, newTokenText, SCOPES } from '../../../admin/server/token.ts';
import { eventually } from '../../support/eventually.ts';
import { ask as askPublicly } from '../../support/http/http.ts';
import { redisNowMs } from '../../support/redis/redis-now.ts';
import { startOperatorsUnderTest, type OperatorsUnderTest } from './operators-under-test.ts';

let operators: OperatorsUnderTest;
const ask: OperatorsUnderTest['ask'] = async (...question) => await operators.ask(...question);
const issue: OperatorsUnderTest['issue'] = async (...token) => await operators.issue(...token);

beforeAll(async () => {
  operators = await startOperatorsUnderTest();
});

afterAll(async () => {
  await operators.stop();
});

const PROTECTED = [
  ['/metrics', 'metrics:read'],
  ['/v1/blocklists', 'blocklists:read'],
  ['/v1/blocklists/my-mod', 'blocklists:read'],
  ['/v1/rate-limits?player=069a79f4-44e9-4726-a5be-fca90e38aaf5', 'rate-limits:read'],
] as const;

describe("the operators' listener", () => {
  it.each(PROTECTED)(
    'answers %s to a token with the scope %s, and to no other [S-AUTH-2, A-TOKEN-1]',
    async (target, scope) => {
      expect((await ask(target, await issue(scope))).status).toBe(200);
      const others = SCOPES.filter((other) => other !== scope).join(' ');
      const { status, headers } = await ask(target, await issue(others));
      expect(status).toBe(403);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer realm=".+", error="insufficient_scope"$/);
    },
  );

  it('gives the same answer to every invalid token [G17]', async () => {
    const over = await issue('metrics:read', { expiresAt: String(Date.now() - 1000) });
    const revoked = await issue('metrics:read');
    await operators.redis.del(operators.keys.tokenOf(hashOf(revoked)));
    const attempts = [
      {},
      ...[over, revoked, newTokenText(), 'x'].map((text) => ({ Authorization: `Bearer ${text}` })),
    ];
    const answers = [];
    for (const headers of [...attempts, { Authorization: 'Basic YTpi' }])
      answers.push(await operators.askWith('/metrics', headers));
    const answered = answers.map(({ status, headers, body }) => ({
      status,
      body,
      how: headers.get('www-authenticate'),
    }));
    expect(new Set(answered.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answered[0]).toEqual({
      status: 401,
      body: { error: expect.any(String) },
      how: expect.stringMatching(/^Bearer realm="[^"]+"$/),
    });
  });

  it('accepts no token in the query, a cookie or another header', async () => {
    const token = await issue('metrics:read');
    expect((await ask(`/metrics?access_token=${token}`)).status).toBe(401);
    expect(
      (await operators.askWith('/metrics', { Cookie: `token=${token}`, 'X-Api-Key': token })).status,
    ).toBe(401);
  });

  it('refuses a token that has just been revoked', async () => {
    const token = await issue('metrics:read');
    expect((await ask('/metrics', token)).status).toBe(200);
    await operators.redis.del(operators.keys.tokenOf(hashOf(token)));
    expect((await ask('/metrics', token)).status).toBe(401);
  });

  it('shows the global blocklist, and the clients with a personal one', async () => {
    await operators.redis.sadd(operators.keys.blocklistGlobal, 'zoom', 'fly');
    await operators.redis.sadd(operators.keys.blocklistOf('mod/ü:1'), 'minimap');
    await operators.redis.set(operators.keys.blocklistOf('broken'), 'no set');
    const { body } = await ask('/v1/blocklists', await issue('blocklists:read'));
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
    expect(body).toEqual(expected);
  });

  it('shows 10,000 features of a longer list, and its size', async () => {
    const features = Array.from({ length: 25_000 }, (_, index) => `feature-${index}`);
    await operators.redis.sadd(operators.keys.blocklistOf('long'), ...features);
    const { body } = await ask('/v1/blocklists/long', await issue('blocklists:read'));
    expect(body).toMatchObject({ size: 25_000 });
    expect((body as { features: string[] }).features).toHaveLength(10_000);
  });

  it('shows the end of a player’s limit', async () => {
    const player = '069a79f4-44e9-4726-a5be-fca90e38aaf5';
    const token = await issue('rate-limits:read');
    expect((await ask(`/v1/rate-limits?player=${player}`, token)).body).toEqual({ player, limits: [] });
    await operators.redis.set(
      operators.keys.rateLimitOf(subjectOf('checkFeatures', player)),
      '1',
      'PX',
      8000,
    );
    const askedMs = await redisNowMs(operators.redis);
    const { body } = await ask(`/v1/rate-limits?player=${player.replaceAll('-', '').toUpperCase()}`, token);
    const tookMs = (await redisNowMs(operators.redis)) - askedMs;
    const until = await operators.redis.pexpiretime(
      operators.keys.rateLimitOf(subjectOf('checkFeatures', player)),
    );
    expect(body).toEqual({ player, limits: [{ method: 'checkFeatures', until: expect.any(Number) }] });
    const [limit] = (body as { limits: { until: number }[] }).limits;
    // It is computed from two commands of the request, TIME and PTTL, and from whole milliseconds.
    expect(Math.abs((limit?.until ?? 0) - until)).toBeLessThanOrEqual(tookMs + 1);
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

  it.each(['', '%', '%FF', 'a'.repeat(129)])('rejects an invalid client: %j', async (client) => {
    expect((await ask(`/v1/blocklists/${client}`, await issue('blocklists:read'))).status).toBe(400);
  });

  it('answers only GET and HEAD, and only existing paths', async () => {
    const token = await issue('metrics:read');
    expect(await ask('/metrics', token, 'HEAD')).toMatchObject({ status: 200, body: '' });
    const { status, headers } = await ask('/metrics', token, 'POST');
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    for (const path of ['/', '/v1/servers', '/metrics/', '/v1/blocklists/a/b', '//metrics']) {
      expect((await ask(path, token)).status).toBe(404);
    }
  });

  it('accepts a request target in absolute form', async () => {
    const socket = connect(operators.port, '127.0.0.1');
    socket.write('GET http://a.example/ready HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n');
    const [head] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    // 503 if Redis has just not answered; a target that is not understood gets 404.
    expect(String(head)).toMatch(/^HTTP\/1\.1 (?:200|503) /);
  });

  it('cannot be read by other sites, and is not cached', async () => {
    const { headers } = await ask('/metrics', await issue('metrics:read'));
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('counts the answers of the public interface, and reports its state', async () => {
    const token = await issue('metrics:read');
    const count = async (): Promise<number> => {
      const text = String((await ask('/metrics', token)).body);
      return Number(/feature_control_rest_responses_total\{status="404"\} (\d+)/.exec(text)?.[1] ?? 0);
    };
    const before = await count();
    await askPublicly(operators.publicOrigin, '/nowhere');
    await eventually(async () => (await count()) === before + 1, { what: 'the count' });
    const text = String((await ask('/metrics', token)).body);
    expect(text).toContain('feature_control_health{status="ok"} 1');
    const counted = /feature_control_rest_request_duration_seconds_count (\d+)/.exec(text)?.[1];
    expect(Number(counted)).toBeGreaterThanOrEqual(before + 1);
    expect(text).toContain('process_resident_memory_bytes');
  });

  it('refuses all tokens while Redis is unreachable', async () => {
    const token = await issue('metrics:read');
    await operators.faults.set({ kind: 'black-hole' });
    const { status, headers } = await ask('/metrics', token);
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    await eventually(async () => (await ask('/ready')).status === 503, {
      what: 'the sidecar to be not ready',
    });
    await operators.faults.set({ kind: 'none' });
    await eventually(async () => (await ask('/metrics', token)).status === 200, { what: 'Redis to be back' });
  });

  it('delays a few guesses at a time, and refuses the others immediately', async () => {
    const guesses = Array.from({ length: 30 }, async () => (await ask('/metrics', newTokenText())).status);
    const statuses = await Promise.all(guesses.slice(0, 30));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10);
    expect(statuses.filter((status) => status !== 429 && status !== 401)).toEqual([]);
    expect((await ask('/metrics', await issue('metrics:read'))).status).toBe(200);
  });
});

describe('the public listener', () => {
  it.each(['/ready', ...PROTECTED.map(([target]) => target)])(
    'answers 404 at %s, for any token [G17]',
    async (target) => {
      const token = await issue(SCOPES.join(' '));
      const headers = { Authorization: `Bearer ${token}` };
      const { status } = await askPublicly(operators.publicOrigin, target, { headers });
      expect(status).toBe(404);
    },
  );

  it('is the only one unless a port for operators is configured', () => {
    expect(parseConfig({})).toMatchObject({ ok: true, config: { operators: undefined } });
    expect(parseConfig({ OPERATORS_HOST: '0.0.0.0' })).toMatchObject({ config: { operators: undefined } });
    expect(parseConfig({ OPERATORS_PORT: '9100' })).toMatchObject({
      config: { operators: { host: '127.0.0.1', port: 9100 } },
    });
    expect(parseConfig({ OPERATORS_PORT: 'x' })).toMatchObject({ ok: false });
  });
});
