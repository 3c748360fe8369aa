import { beforeAll, describe, expect, it } from '@jest/globals';
import { useStarted } from '../../support/use-started.ts';
import { startTestSidecar } from '../sidecar-under-test.ts';

/** Each operation with and without its parameter. */
const TARGETS = [
  '/v1/coins-trades',
  '/v1/coins-trades?limit=1',
  '/v1/coins-trades?limit=2147483647',
  '/v1/events',
  '/v1/events?server=lobby',
  '/v1/events?server=unknown',
  '/v1/health',
  '/v1/servers',
  '/v1/servers?id=lobby',
  '/v1/votings',
  '/v1/votings?server=lobby',
  '/v1/votings?server=unknown',
];

describe('conditional requests', () => {
  const sidecar = useStarted(startTestSidecar);

  beforeAll(async () => {
    const { keys, redis } = sidecar;
    await redis.set(keys.serverOf('lobby'), '{"displayName":"Lobby"}');
    await redis.set(keys.eventOf('one'), '{"server":"lobby","name":"One"}');
    await redis.set(
      keys.votingOf('one'),
      '{"server":"lobby","title":"One","candidates":[{"id":"a","name":"A"}]}',
    );
    await redis.xadd(keys.coinsTrades, '*', 'rate', '1', 'datetime', '1');
    await redis.xadd(keys.coinsTrades, '*', 'rate', '2', 'datetime', '2');
    await sidecar.shows('/v1/coins-trades?limit=1', [{ rate: 2, datetime: 2 }]);
    await sidecar.shows('/v1/servers?id=lobby', { id: 'lobby', displayName: 'Lobby' });
    const one = { id: 'one', server: 'lobby', title: 'One', candidates: [{ id: 'a', name: 'A', votes: 0 }] };
    await sidecar.shows('/v1/votings?server=lobby', [one]);
  });

  describe.each(TARGETS)('of %s', (target) => {
    it('are answered with 304 without a body if the client has the current version', async () => {
      const { headers } = await sidecar.get(target);
      const etag = headers['etag'] ?? '';
      expect(etag).toMatch(/^"[\w-]+"$/);
      for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, `"a,b" , W/${etag},"x"`, '*', ' * ']) {
        const again = await sidecar.get(target, { headers: { 'if-none-match': tags } });
        expect([again.status, again.bytes.length]).toEqual([304, 0]);
        expect(again.headers['content-length']).toBeUndefined();
        for (const name of [
          'etag',
          'cache-control',
          'vary',
          'last-modified',
          'access-control-allow-origin',
        ]) {
          expect([name, again.headers[name]]).toEqual([name, headers[name]]);
        }
      }
    });

    it('are answered with 200 if the client has another version', async () => {
      const { headers } = await sidecar.get(target);
      const etag = headers['etag'] ?? '';
      const malformed = [etag.slice(1, -1), `"${etag}"`, `x${etag}`, `"a,"${etag}",b"`, `"a" ${etag}`];
      for (const tags of ['"other"', '', etag.toUpperCase(), ...malformed]) {
        expect((await sidecar.get(target, { headers: { 'if-none-match': tags } })).status).toBe(200);
      }
    });

    it('are answered with 304 if an intermediary has added the coding to the tag', async () => {
      const { headers } = await sidecar.get(target, { headers: { 'accept-encoding': 'identity' } });
      const tag = `${headers['etag']?.slice(0, -1) ?? ''}-gzip"`;
      const ask = async (tags: string, codings: string) =>
        (await sidecar.get(target, { headers: { 'if-none-match': tags, 'accept-encoding': codings } }))
          .status;
      expect([await ask(tag, 'gzip, deflate'), await ask(`"a", W/${tag}`, 'deflate, gzip')]).toEqual([
        304, 304,
      ]);
      expect([await ask(tag, 'identity'), await ask(tag.replace('gzip', 'zip'), 'gzip')]).toEqual([200, 200]);
    });

    it('are evaluated by date if there is no tag', async () => {
      const { headers } = await sidecar.get(target);
      const date = Date.parse(headers['last-modified'] ?? '');
      const ask = async (since: string, more = {}) =>
        (await sidecar.get(target, { headers: { 'if-modified-since': since, ...more } })).status;
      expect(Date.now() - date).toBeLessThan(3_600_000);
      expect(await ask(new Date(date - 1000).toUTCString())).toBe(200);
      // Not HTTP dates, although a lenient parser would read them as dates in the future.
      for (const none of ['yesterday', '5000', '2099-01-01', '', 'Sun, 06 Nov 2094 08:49:37 +0100']) {
        expect(await ask(none)).toBe(200);
      }
      expect(await ask(new Date(date + 60_000).toUTCString(), { 'if-none-match': '"other"' })).toBe(200);
    });

    it('are answered with 412 if a precondition fails', async () => {
      const { headers } = await sidecar.get(target);
      const { etag = '', 'last-modified': date = '' } = headers;
      const ask = async (more: Record<string, string>) => await sidecar.get(target, { headers: more });
      for (const tags of [etag, '*', `"other", ${etag}`])
        expect((await ask({ 'if-match': tags })).status).toBe(200);
      for (const tags of ['"other"', `W/${etag}`, '', `"a,"${etag}",b"`]) {
        const { status, json } = await ask({ 'if-match': tags, 'if-none-match': etag });
        expect([status, json]).toEqual([412, { error: expect.stringMatching(/^[A-Z].+\.$/) }]);
      }
      const earlier = new Date(Date.parse(date) - 1000).toUTCString();
      expect((await ask({ 'if-unmodified-since': earlier })).status).toBe(412);
      for (const since of [date, '1994'])
        expect((await ask({ 'if-unmodified-since': since })).status).toBe(200);
      expect((await ask({ 'if-unmodified-since': earlier, 'if-match': etag })).status).toBe(200);
    });

    it('have the configured Cache-Control', async () => {
      const { headers } = await sidecar.get(target);
      const kept = 'public, max-age=1, stale-while-revalidate=5, stale-if-error=300';
      expect(headers['cache-control']).toBe(target === '/v1/health' ? 'no-cache' : kept);
      expect(headers['vary']).toBe('Accept-Encoding');
    });
  });

  it('are answered with 200 after a change, and with 304 again when the change is reverted', async () => {
    const target = '/v1/servers?id=lobby';
    const before = await sidecar.get(target);
    const conditional = { headers: { 'if-none-match': before.headers['etag'] ?? '' } };
    await sidecar.redis.set(sidecar.keys.serverOf('lobby'), '{"displayName":"New"}');
    const after = await sidecar.shows(target, { id: 'lobby', displayName: 'New' });
    expect(after.headers['etag']).not.toBe(before.headers['etag']);
    expect((await sidecar.get(target, conditional)).status).toBe(200);
    await sidecar.redis.set(sidecar.keys.serverOf('lobby'), '{"displayName":"Lobby"}');
    await sidecar.shows(target, before.json);
    expect((await sidecar.get(target, conditional)).status).toBe(304);
  });

  it('are not evaluated for errors, which must not be cached', async () => {
    const { status, headers } = await sidecar.get('/v1/servers?id=none', {
      headers: { 'if-none-match': '*' },
    });
    expect([status, headers['cache-control'], headers['etag']]).toEqual([404, 'no-store', undefined]);
  });
});
