import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { hashOf, newTokenText, SCOPES } from '../../../admin/server/access/token.ts';
import { openSilently } from '../../attack/admin-server-attacks.ts';
import { eventually } from '../../support/eventually.ts';
import { useStarted } from '../../support/use-started.ts';
import { startAdminServerUnderTest, type AdminServerUnderTest } from './admin-server-under-test.ts';

const PLAYER = '069a79f4-44e9-4726-a5be-fca90e38aaf5';

const admin = useStarted(startAdminServerUnderTest);
const ask: AdminServerUnderTest['ask'] = async (...question) => await admin.ask(...question);
const issue: AdminServerUnderTest['issue'] = async (...token) => await admin.issue(...token);

/** Sends a request many times at once. @returns the responses, which have no bodies, from their status on */
async function sendAll(request: string, times: number): Promise<readonly string[]> {
  const socket = connect(admin.port, '127.0.0.1');
  socket.write(request.repeat(times));
  let received = '';
  for await (const piece of socket) {
    received += String(piece);
    if (received.split('\r\n\r\n').length > times) break;
  }
  return received.split('HTTP/1.1 ').slice(1);
}

describe('a token', () => {
  it.each([
    ['/metrics', 'metrics:read'],
    ['/v1/blocklists', 'blocklists:read'],
    ['/v1/blocklists/global', 'blocklists:read'],
    ['/v1/blocklists/clients/my-mod/fly', 'blocklists:read'],
    ['/v1/history', 'blocklists:read'],
    [`/v1/rate-limits?player=${PLAYER}`, 'rate-limits:read'],
    ['/v1/console/programs', 'metrics:read'],
    ['/v1/console/rejected', 'metrics:read'],
    ['/v1/console/dump', 'metrics:read'],
    ['/v1/console/rate-limits', 'rate-limits:read'],
  ] as const)(
    'opens %s if it has the scope %s, and no other does [S-AUTH-2, A-TOKEN-1]',
    async (target, scope) => {
      expect((await ask(target, await issue(scope))).status).toBe(200);
      const others = SCOPES.filter((other) => other !== scope).join(' ');
      const { status, headers } = await ask(target, await issue(others));
      expect(status).toBe(403);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer realm=".+", error="insufficient_scope"$/);
    },
  );

  it('that is not valid always gets the same answer [G17]', async () => {
    const expired = await issue('metrics:read', { expiresAt: String(Date.now() - 1000) });
    const revoked = await issue('metrics:read');
    await admin.redis.del(admin.keys.tokenOf(hashOf(revoked)));
    const texts = [expired, revoked, newTokenText(), 'x'].map((text) => `Bearer ${text}`);
    const token = await issue('metrics:read');
    const answers = await Promise.all([
      ask('/metrics'),
      ask(`/metrics?access_token=${token}`),
      admin.askWith('/metrics', { Cookie: `feature-control-${admin.port}=${token}`, 'X-Api-Key': token }),
      ...[...texts, 'Basic YTpi'].map(
        async (Authorization) => await admin.askWith('/metrics', { Authorization }),
      ),
    ]);
    const answered = answers.map(({ status, headers, body }) =>
      JSON.stringify([status, body, headers.get('www-authenticate')]),
    );
    expect([...new Set(answered)]).toEqual([
      expect.stringMatching(/^\[401,\{"error":"[^"]+"\},"Bearer realm=/),
    ]);
  });

  it('that was made up costs no command of Redis [G59]', async () => {
    const commands = async (): Promise<number> =>
      Number(/cmdstat_hscan:calls=(\d+)/.exec(await admin.redis.info('commandstats'))?.[1] ?? 0);
    await ask('/metrics', newTokenText());
    const before = await commands();
    const asked = Array.from({ length: 200 }, async () => await ask('/metrics', newTokenText()));
    const refused = (await Promise.all(asked)).filter(({ status }) => status === 401);
    // Other suites use the same Redis; each look-up would be one more.
    expect((await commands()) - before).toBeLessThan(refused.length);
    const { body } = await ask('/metrics', await issue('metrics:read'));
    const counted = Number(/failed_attempts_total (\d+)/.exec(String(body))?.[1]);
    expect(counted).toBeGreaterThanOrEqual(refused.length);
  });

  it('may read 2,000 times in 10 seconds', async () => {
    const [busy, other] = [await issue('blocklists:read'), await issue('blocklists:read')];
    const request = `HEAD /v1/session HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${busy}\r\n\r\n`;
    const sendRound = async () => {
      // Pipelined, so that a busy machine sends them within 10 seconds, too.
      const round = await Promise.all(Array.from({ length: 50 }, async () => await sendAll(request, 50)));
      const withStatus = (status: number) => round.flat().filter((answer) => answer.startsWith(`${status} `));
      const [granted, refused] = [withStatus(200), withStatus(429)];
      return refused.length > 0 && { granted, refused };
    };
    const { granted, refused } = await eventually(sendRound, { what: 'more than 2,000 in 10 seconds' });
    // `issue` has read a few times, too.
    expect(granted.length).toBeGreaterThan(1900);
    expect(refused[0]).toMatch(/^Retry-After: [1-9]\d*\r$/m);
    expect((await ask('/v1/session', other)).status).toBe(200);
  });

  it('that is revoked, expires or loses a scope ends its streams at once', async () => {
    const { keys, redis } = admin;
    const revoked = await issue('blocklists:read');
    const changed = await issue('blocklists:read');
    const expiring = await issue('blocklists:read', { expiresAt: String(Date.now() + 1500) });
    const streams = await Promise.all(
      [revoked, changed, expiring].map(async (token) => await admin.listen(token)),
    );
    await Promise.all(streams.map(async (stream) => await stream.untilSent('hello')));
    await redis.del(keys.tokenOf(hashOf(revoked)));
    await redis.hset(keys.tokenOf(hashOf(changed)), 'scopes', 'metrics:read');
    for (const stream of streams) await eventually(() => stream.isOver, { what: 'the end of the stream' });
    expect((await ask('/v1/session', revoked)).status).toBe(401);
  });
});

describe('the HTTP of the server', () => {
  it.each(['FETCH / HTTP/1.1', 'CONNECT x:1 HTTP/1.1', 'GET /#x HTTP/1.1'])(
    'refuses %s without opening itself to other origins',
    async (line) => {
      const socket = connect(admin.port, '127.0.0.1');
      socket.end(`${line}\r\nHost: x\r\nConnection: close\r\n\r\n`);
      const response = Buffer.concat(await socket.toArray()).toString();
      expect(response).toMatch(/^HTTP\/1\.1 (?:400|501) /);
      expect(response).toContain('Cross-Origin-Resource-Policy: same-origin');
      expect(response).not.toMatch(/access-control|read-only/i);
    },
  );

  it('sends errors as problem details on request, with the members of the body', async () => {
    const { origin } = new URL(`http://127.0.0.1:${admin.port}`);
    const token = await issue('blocklists:read');
    const response = await fetch(`${origin}/v1/history?most=0`, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/problem+json' },
    });
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ status: 400, title: 'Bad Request', field: 'most' });
  });

  it('has only the described paths and methods', async () => {
    const token = await issue('metrics:read');
    expect(await ask('/metrics', token, 'HEAD')).toMatchObject({ status: 200, body: '' });
    const { status, headers } = await ask('/metrics', token, 'POST');
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    for (const path of ['/v1/servers', '/metrics/', '/v1/blocklists/a', '/v1/console/lists', '//metrics'])
      expect((await ask(path, token)).status).toBe(404);
    const { headers: found } = await ask('/');
    expect(found.get('location')).toBe('console');
  });

  it('answers while 1,100 silent connections are open [G60]', async () => {
    const sockets = await openSilently(admin.port, 1100);
    const token = await issue('metrics:read');
    const headers = { Authorization: `Bearer ${token}`, Connection: 'close' };
    expect((await admin.askWith('/metrics', headers)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });
});

describe('the link with a one-time key', () => {
  const keyOf = async (server: AdminServerUnderTest): Promise<string> =>
    await eventually(() => /\/console#key=(\S+)/.exec(server.logger.at('info').join('\n'))?.[1], {
      what: 'the link',
    });
  const open = async (body: object) =>
    await admin.sendWith('/v1/link', { 'Content-Type': 'application/json' }, 'POST', JSON.stringify(body));

  it('is not printed if there are tokens', async () => {
    const server = await startAdminServerUnderTest({}, async ({ keys, redis }) => {
      await redis.hset(keys.tokenOf('a'.repeat(64)), { name: 'a', scopes: 'metrics:read', createdAt: '1' });
    });
    expect(server.logger.at('info').join('\n')).not.toContain('key=');
    await server.stop();
  });

  it('is exchanged once for a token, which no cookie carries, until the tab signs out', async () => {
    const key = await keyOf(admin);
    expect((await open({ key: 'x'.repeat(43) })).status).toBe(403);
    expect(await open({})).toMatchObject({ status: 400, body: { field: 'key' } });
    const { status, headers, body } = await open({ key });
    expect([status, headers.get('set-cookie')]).toEqual([200, null]);
    const { token } = body as { token: string };
    expect(token).toMatch(/^fct_[\w-]{43}$/);
    expect((await open({ key })).status).toBe(403);
    const session = await ask('/v1/session', token);
    expect(session).toMatchObject({ status: 200, body: { name: 'starter@test', scopes: SCOPES } });
    expect((await ask('/v1/session', token, 'DELETE')).status).toBe(204);
    expect((await ask('/v1/session', token)).status).toBe(401);
  });
});

it('answers from memory while Redis is unreachable, and edits nothing then', async () => {
  const token = await issue('metrics:read blocklists:read blocklists:write');
  expect((await ask('/metrics', token)).status).toBe(200);
  await admin.faults.set({ kind: 'black-hole' });
  await eventually(async () => (await ask('/ready')).status === 503, { what: 'the server to be not ready' });
  for (const path of ['/metrics', '/v1/blocklists', '/v1/history?actor=nobody'])
    expect((await ask(path, token)).status).toBe(200);
  const headers = { Authorization: `Bearer ${token}`, 'If-Match': '*' };
  const edit = await admin.sendWith('/v1/blocklists/global/fly', headers, 'PUT', undefined);
  expect([edit.status, edit.headers.get('retry-after')]).toEqual([503, '1']);
  await admin.faults.set({ kind: 'none' });
  await eventually(async () => (await ask('/ready')).status === 200, { what: 'Redis to be back' });
});

it('responds to an edit that is being made when the server stops, and ends the streams', async () => {
  const stopping = await startAdminServerUnderTest();
  const { faults, keys, redis } = stopping;
  const token = await stopping.issue('blocklists:read blocklists:write');
  const stream = await stopping.listen(token);
  await stream.untilSent('hello');
  await faults.set({ kind: 'delay', ms: 60 });
  const headers = { Authorization: `Bearer ${token}`, 'If-Match': '*' };
  const edit = stopping.sendWith('/v1/blocklists/global/fly', headers, 'PUT', undefined);
  await eventually(async () => (await redis.sismember(keys.blocklistGlobal, 'fly')) === 1, { everyMs: 5 });
  await stopping.stopServer();
  expect(await edit).toMatchObject({ status: 200, body: { changes: [{ after: { blocked: true } }] } });
  await eventually(() => stream.isOver);
  await faults.stop();
  redis.disconnect();
});
