import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEditDocument } from '../../../../admin/server/openapi/edit-document.ts';
import { redisNowMs } from '../../../support/redis/redis-now.ts';
import { startAdminServerUnderTest, type AdminServerUnderTest } from '../admin-server-under-test.ts';
import { expectDocumentedEdit } from './documented-edits.ts';

interface EditAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

const ENTRY = '/v1/blocklists/clients/my-mod/fly';
const READ = 'blocklists:read';
const WRITE = 'blocklists:read blocklists:write';

let admin: AdminServerUnderTest;
let alex: string;

beforeAll(async () => {
  admin = await startAdminServerUnderTest({ ADMIN_EDITS: '60' });
  alex = await admin.issue(WRITE, { name: 'alex' });
});

afterAll(async () => {
  await admin.stop();
});

interface Sent {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | object;
}

async function send(method: string, path: string, { token = alex, headers, body }: Sent = {}) {
  const text = typeof body === 'object' ? JSON.stringify(body) : body;
  const sent = {
    Authorization: `Bearer ${token}`,
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...headers,
  };
  const { status, headers: received, body: answered } = await admin.sendWith(path, sent, method, text);
  const answer: EditAnswer = {
    status,
    headers: received,
    body: answered as Readonly<Record<string, unknown>>,
  };
  expectDocumentedEdit(method, path, answer);
  return answer;
}

const put = async (path: string, tag: string, more: Sent = {}) =>
  await send('PUT', path, { ...more, headers: { 'If-Match': tag, ...more.headers } });

const remove = async (path: string, tag: string, more: Sent = {}) =>
  await send('DELETE', path, { ...more, headers: { 'If-Match': tag, ...more.headers } });

describe('the write interface', () => {
  it('blocks and unblocks, with a reason, recorded with the name of the token [G68]', async () => {
    const before = await send('GET', ENTRY);
    expect(before).toMatchObject({
      status: 200,
      body: { list: 'client:my-mod', feature: 'fly', blocked: false },
    });
    expect(before.headers.get('etag')).toBe('"free"');
    const blocked = await put(ENTRY, '"free"', { body: { reason: 'abuse' } });
    expect(blocked).toMatchObject({
      status: 200,
      body: { before: { blocked: false }, after: { blocked: true, permanent: true } },
    });
    expect(blocked.headers.get('etag')).toBe('"blocked"');
    expect(await admin.redis.smembers(admin.keys.blocklistOf('my-mod'))).toEqual(['fly']);
    expect((await send('GET', ENTRY)).body['lastChange']).toMatchObject({
      id: blocked.body['id'],
      actor: 'alex',
      source: 'api',
      reason: 'abuse',
    });
    const console = { 'Feature-Control-Source': 'console' };
    expect((await remove(ENTRY, '"blocked"', { headers: console })).status).toBe(200);
    const { changes } = (await send('GET', '/v1/history?list=client:my-mod&most=1')).body as {
      readonly changes: readonly unknown[];
    };
    expect(changes).toMatchObject([{ source: 'console', after: { blocked: false } }]);
  });

  it('reports the change of the first of two admins to the second [G68]', async () => {
    const path = '/v1/blocklists/global/zoom';
    const sam = await admin.issue(WRITE, { name: 'sam' });
    await put(path, '"free"', { token: sam, body: { reason: 'first' } });
    const second = await put(path, '"free"', { body: { reason: 'second' } });
    expect(second).toMatchObject({
      status: 412,
      body: { blocked: true, permanent: true, lastChange: { actor: 'sam', reason: 'first' } },
    });
    expect(second.headers.get('etag')).toBe('"blocked"');
    expect((await put(path, '"blocked"')).body).not.toHaveProperty('id');
    expect((await remove(path, '*')).status).toBe(200);
    expect((await put(path, 'W/"free", "blocked"')).status).toBe(412);
    expect((await put(path, '"x", "free"')).status).toBe(200);
  });

  it('blocks until a time, and undoes', async () => {
    const path = '/v1/blocklists/servers/lobby/map%2Fmini';
    const until = Math.floor(await redisNowMs(admin.redis)) + 3_600_000;
    const blocked = await put(path, '"free"', { body: { until } });
    expect(blocked).toMatchObject({
      status: 200,
      body: { after: { blocked: true, permanent: false, until } },
    });
    expect(blocked.headers.get('etag')).toBe(`"until:${until}"`);
    const undo = `/v1/history/${String(blocked.body['id'])}/undo`;
    expect(await send('POST', undo)).toMatchObject({ status: 200, body: { after: { blocked: false } } });
    expect(await send('POST', undo, { body: {} })).toMatchObject({ status: 409, body: { blocked: false } });
    expect((await send('POST', '/v1/history/1-0-a/undo')).status).toBe(404);
    expect((await put(path, '"free"', { body: { until: 1000 } })).body).toMatchObject({ field: 'until' });
  });

  it.each([
    ['a number for a reason', { body: '{"reason": 5}' }, 400, 'reason'],
    ['a line break in a reason', { body: { reason: 'a\nb' } }, 400, 'reason'],
    ['a long reason', { body: { reason: 'x'.repeat(501) } }, 400, 'reason'],
    ['a word for a time', { body: { until: 'tomorrow' } }, 400, 'until'],
    ['an unknown field', { body: { other: 1 } }, 400, 'body'],
    ['an array', { body: '[]' }, 400, 'body'],
    ['what is no JSON', { body: '{' }, 400, undefined],
    ['a large body', { body: { reason: 'x'.repeat(20_000) } }, 413, undefined],
    ['plain text', { body: '{}', headers: { 'Content-Type': 'text/plain' } }, 415, undefined],
    [
      'a form',
      { body: '{}', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
      415,
      undefined,
    ],
  ])('refuses %s, and writes nothing', async (_, sent, status, field) => {
    const path = '/v1/blocklists/global/refused';
    const answer = await put(path, '"free"', sent);
    expect(answer.status).toBe(status);
    expect(answer.body['field']).toBe(field);
    expect((await send('GET', path)).headers.get('etag')).toBe('"free"');
  });

  it.each([
    ['a feature that is not UTF-8', '/v1/blocklists/global/%ff', 400],
    ['an empty feature', '/v1/blocklists/global/', 400],
    ['a long feature', `/v1/blocklists/global/${'x'.repeat(257)}`, 400],
    ['a long client', `/v1/blocklists/clients/${'x'.repeat(129)}/fly`, 400],
    ['a control character', '/v1/blocklists/global/a%0Ab', 400],
    ['another kind of list', '/v1/blocklists/teams/red/fly', 404],
  ])('refuses %s', async (_, path, status) => {
    expect((await put(path, '*')).status).toBe(status);
  });

  it('requires a condition, a token, and the scope to write', async () => {
    expect((await send('PUT', ENTRY)).status).toBe(428);
    expect((await put(ENTRY, '*', { headers: { 'Feature-Control-Source': 'game' } })).status).toBe(400);
    const reader = await admin.issue(READ);
    expect((await put(ENTRY, '*', { token: reader })).status).toBe(403);
    expect((await send('POST', '/v1/history/1-0-a/undo', { token: reader })).status).toBe(403);
    const { status, body } = await admin.askWith(ENTRY, { 'If-Match': '*' }, 'PUT');
    expect([status, body]).toEqual([401, { error: expect.any(String) }]);
  });

  it('answers pages of other origins nothing, and knows no cookies', async () => {
    const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'PUT' };
    const preflight = await admin.askWith(ENTRY, headers, 'OPTIONS');
    expect(preflight.status).toBe(405);
    expect(preflight.headers.get('allow')).toBe('GET, HEAD, PUT, DELETE');
    const { headers: answered } = await put(ENTRY, '*', { headers });
    for (const name of ['access-control-allow-origin', 'set-cookie']) expect(answered.get(name)).toBeNull();
    expect(answered.get('cache-control')).toBe('no-store');
  });

  it('limits the edits of each token separately', async () => {
    const busy = await admin.issue(WRITE, { name: 'busy' });
    const answers: EditAnswer[] = [];
    // More concurrent requests would exceed the connections that one address may open.
    for (let batch = 0; batch < 2; batch += 1) {
      const edits = Array.from({ length: 40 }, async () => await remove(ENTRY, '*', { token: busy }));
      answers.push(...(await Promise.all(edits)));
    }
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await remove(ENTRY, '*')).status).not.toBe(429);
  });

  it('refuses a bad query of the history', async () => {
    for (const query of [
      'most=0',
      'client=x',
      'most=x',
      'list=x',
      'source=x',
      'before=x',
      'before=0-0@x',
      'before=1-99999999999999999999@x',
      'list=global&list=global',
    ])
      expect((await send('GET', `/v1/history?${query}`)).status).toBe(400);
  });

  it('serves its description without a token', async () => {
    const { status, body } = await admin.ask('/openapi.json');
    expect([status, body]).toEqual([200, JSON.parse(JSON.stringify(createEditDocument()))]);
  });
});
