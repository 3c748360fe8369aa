import { beforeAll, describe, expect, it } from '@jest/globals';
import { createEditDocument } from '../../../../admin/server/openapi/edit-document.ts';
import { redisNowMs } from '../../../support/redis/redis-now.ts';
import { useStarted } from '../../../support/use-started.ts';
import { startAdminServerUnderTest } from '../admin-server-under-test.ts';
import { changesOf, createSendEdit, WRITE } from './edits-under-test.ts';
import type { EditAnswer, SendEdit } from './edits-under-test.ts';

const ENTRY = '/v1/blocklists/clients/my-mod/fly';

const admin = useStarted(async () => await startAdminServerUnderTest({ ADMIN_EDITS: '70' }));
let send: SendEdit;

beforeAll(async () => {
  send = createSendEdit(admin, await admin.issue(WRITE, { name: 'alex' }));
});

describe('an edit of one entry', () => {
  it('blocks and unblocks, with a reason, recorded with the name of the token [G68]', async () => {
    const free = { list: 'client:my-mod', feature: 'fly', blocked: false };
    const before = await send('GET', ENTRY);
    expect(before).toMatchObject({ status: 200, body: free });
    expect(before.headers.get('etag')).toBe('"free"');
    const blocked = await send('PUT', ENTRY, { match: '"free"', body: { reason: 'abuse' } });
    const change = { feature: 'fly', before: { blocked: false }, after: { blocked: true } };
    expect(blocked).toMatchObject({ status: 200, body: { list: 'client:my-mod', changes: [change] } });
    expect(blocked.headers.get('etag')).toBe('"blocked"');
    expect(await admin.redis.smembers(admin.keys.blocklistOf('my-mod'))).toEqual(['fly']);
    // Whoever has edited sees the edit at once.
    const { id } = blocked.body;
    const lastChange = { id, actor: 'alex', source: 'api', reason: 'abuse', changes: [change], total: 1 };
    expect((await send('GET', ENTRY)).body).toMatchObject({ ...free, blocked: true, lastChange });
    const headers = { 'Feature-Control-Source': 'console' };
    expect((await send('DELETE', ENTRY, { match: '"blocked"', headers })).status).toBe(200);
    expect((await send('GET', ENTRY)).body).toMatchObject(free);
    expect(await changesOf(send, '?list=client:my-mod&most=1')).toMatchObject([
      { source: 'console', changes: [{ after: { blocked: false } }] },
    ]);
  });

  it('blocks until a time, on a game server, a feature with a slash', async () => {
    const path = '/v1/blocklists/servers/lobby/map%2Fmini';
    const until = Math.floor(await redisNowMs(admin.redis)) + 3_600_000;
    const blocked = await send('PUT', path, { match: '"free"', body: { until } });
    expect(blocked).toMatchObject({
      status: 200,
      body: { changes: [{ feature: 'map/mini', after: { blocked: true, until } }] },
    });
    expect(blocked.headers.get('etag')).toBe(`"until:${until}"`);
    const past = await send('PUT', path, { match: '*', body: { until: 1000 } });
    expect(past).toMatchObject({ status: 400, body: { field: 'until' } });
    const tooFar = await send('PUT', path, { match: '*', body: { until: until + 10 * 366 * 86_400_000 } });
    expect(tooFar).toMatchObject({ status: 400, body: { field: 'until' } });
  });

  it('reports the change of the first of two admins to the second [G68]', async () => {
    const path = '/v1/blocklists/global/zoom';
    const token = await admin.issue(WRITE, { name: 'sam' });
    await send('PUT', path, { match: '"free"', token, body: { reason: 'first' } });
    const second = await send('PUT', path, { match: '"free"', body: { until: 1893456000000 } });
    const conflict = { feature: 'zoom', state: { blocked: true }, actor: 'sam', reason: 'first' };
    expect(second).toMatchObject({ status: 412, body: { list: 'global', conflicts: [conflict] } });
    expect(second.headers.get('etag')).toBe('"blocked"');
    // What is in the wanted state already is no conflict.
    const same = await send('PUT', path, { match: '"free"' });
    expect([same.status, same.body]).toEqual([200, { list: 'global', changes: [] }]);
    // But its reason is that of somebody who has seen it.
    expect((await send('PUT', path, { match: '"free"', body: { reason: 'later' } })).status).toBe(412);
    const [latest] = await changesOf(send, '?list=global&feature=zoom');
    expect(latest).toMatchObject({ actor: 'sam', reason: 'first' });
    const renewed = await send('PUT', path, { match: '"blocked"', body: { reason: 'second' } });
    expect(renewed).toMatchObject({ status: 200, body: { changes: [{ feature: 'zoom' }] } });
    expect(await changesOf(send, '?list=global&feature=zoom&most=1')).toMatchObject([{ reason: 'second' }]);
  });

  it.each([
    ['"until:5", "blocked"', 200],
    ['"free","x" , "blocked"', 200],
    [`"${'x'.repeat(100)}", "blocked"`, 200],
    [`"${'x'.repeat(100)}"blocked"x"`, 412],
    ['*', 200],
    ['W/"blocked"', 412],
    ['W/"free", "until:5"', 412],
    ['blocked', 412],
    ['"', 412],
    ['"blocked', 412],
    ['', 412],
  ])('with If-Match: %s of a blocked entry gets %i', async (match, status) => {
    const path = '/v1/blocklists/global/tagged';
    await send('PUT', path, { match: '*' });
    const answer = await send('DELETE', path, { match });
    expect(answer.status).toBe(status);
    if (status === 200) return;
    expect(answer.body).toMatchObject({ conflicts: [{ feature: 'tagged', state: { blocked: true } }] });
    expect(answer.headers.get('etag')).toBe('"blocked"');
  });

  it.each([
    ['a number for a reason', { body: '{"reason": 5}' }, 400, 'reason'],
    ['a line break in a reason', { body: { reason: 'a\nb' } }, 400, 'reason'],
    ['a long reason', { body: { reason: 'x'.repeat(501) } }, 400, 'reason'],
    ['a word for a time', { body: { until: 'tomorrow' } }, 400, 'until'],
    ['an unknown field', { body: { other: 1 } }, 400, 'body'],
    ['an array', { body: '[]' }, 400, 'body'],
    ['what is no JSON', { body: '{' }, 400, undefined],
    ['plain text', { body: '{}', headers: { 'Content-Type': 'text/plain' } }, 415, undefined],
    [
      'a form',
      { body: '{}', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
      415,
      undefined,
    ],
  ])('refuses %s, and writes nothing', async (_, sent, status, field) => {
    const path = '/v1/blocklists/global/refused';
    const answer = await send('PUT', path, { ...sent, match: '"free"' });
    expect([answer.status, answer.body['field']]).toEqual([status, field]);
    expect((await send('GET', path)).headers.get('etag')).toBe('"free"');
  });

  it.each([
    ['a feature that is not UTF-8', '/v1/blocklists/global/%ff', 400],
    ['an empty feature', '/v1/blocklists/global/', 400],
    ['a long feature', `/v1/blocklists/global/${'x'.repeat(257)}`, 400],
    ['a long client', `/v1/blocklists/clients/${'x'.repeat(129)}/fly`, 400],
    ['a control character', '/v1/blocklists/global/a%0Ab', 400],
    ['a client with braces', '/v1/blocklists/clients/%7Bx/fly', 400],
    ['another kind of list', '/v1/blocklists/teams/red/fly', 404],
  ])('refuses %s', async (_, path, status) => {
    expect((await send('PUT', path, { match: '*' })).status).toBe(status);
  });
});

describe('the write interface', () => {
  it('requires a condition, a token, and the scope to write', async () => {
    expect((await send('PUT', ENTRY)).status).toBe(428);
    const headers = { 'Feature-Control-Source': 'game' };
    expect((await send('PUT', ENTRY, { match: '*', headers })).status).toBe(400);
    const token = await admin.issue('blocklists:read');
    const requests = [
      ['PUT', ENTRY],
      ['PATCH', '/v1/blocklists/global'],
      ['POST', '/v1/history/1-0-a/undo'],
      ['POST', '/v1/history/undo'],
    ] as const;
    for (const [method, path] of requests) {
      expect((await send(method, path, { token, match: '*', body: {} })).status).toBe(403);
      const { status, body } = await admin.askWith(path, { 'If-Match': '*' }, method);
      expect([status, body]).toEqual([401, { error: expect.any(String) }]);
    }
  });

  it('answers pages of other origins nothing, and knows no cookies', async () => {
    const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'PUT' };
    const preflight = await admin.askWith(ENTRY, headers, 'OPTIONS');
    expect(preflight.status).toBe(405);
    expect(preflight.headers.get('allow')).toBe('GET, HEAD, PUT, DELETE');
    const { headers: answered } = await send('PUT', ENTRY, { match: '*', headers });
    for (const name of ['access-control-allow-origin', 'set-cookie']) expect(answered.get(name)).toBeNull();
    expect(answered.get('cache-control')).toBe('no-store');
  });

  it('limits the edits of each token separately', async () => {
    const token = await admin.issue(WRITE, { name: 'busy' });
    const answers: EditAnswer[] = [];
    // More concurrent requests would exceed the connections that one address may open.
    for (let batch = 0; batch < 2; batch += 1) {
      const edits = Array.from(
        { length: 40 },
        async () => await send('DELETE', ENTRY, { match: '*', token }),
      );
      answers.push(...(await Promise.all(edits)));
    }
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await send('DELETE', ENTRY, { match: '*' })).status).not.toBe(429);
  });

  it('refuses a bad query of the history', async () => {
    for (const query of [
      'most=0',
      'client=x',
      'most=x',
      'list=x',
      'source=x',
      'since=x',
      'since=-1',
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
