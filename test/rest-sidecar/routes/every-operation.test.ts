import { describe, expect, it } from '@jest/globals';
import { operations, type Operation } from '../../../shared/rest/operations.ts';
import { useStarted } from '../../support/use-started.ts';
import { startTestSidecar } from '../sidecar-under-test.ts';

const all: readonly Operation[] = Object.values(operations);

/** Headers that change the response of some servers, and that caches do not include in their key. */
const UNKEYED = {
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'evil',
  'x-forwarded-prefix': '/evil',
  'x-forwarded-for': '127.0.0.1',
  forwarded: 'host=evil.example',
  'x-original-url': '/v1/servers?id=evil',
  'x-rewrite-url': '/v1/servers?id=evil',
  'x-http-method-override': 'DELETE',
  'x-http-method': 'HEAD',
  'x-host': 'evil.example',
  range: 'bytes=0-1',
  'accept-language': 'de',
  cookie: 'id=evil',
  origin: 'https://evil.example',
  'content-type': 'text/html',
  accept: 'text/html',
  te: 'trailers',
  via: '1.1 evil',
  'max-forwards': '0',
};

describe('the REST interface', () => {
  const sidecar = useStarted(startTestSidecar);

  describe.each(all)('$operationId', ({ operationId, path }) => {
    it('answers GET with JSON, for any client [S-REST-1, S-REST-2, S-AUTH-1, R-ALL-1, R-ALL-2, A-REST-1, V-REST-1, G25]', async () => {
      const { status, headers, json } = await sidecar.get(path);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(json).toBeDefined();
    });

    it('allows scripts of any origin to read the headers that a client uses', async () => {
      const exposed = (await sidecar.get(path)).headers['access-control-expose-headers'];
      expect(exposed).toBe('Age, ETag, Last-Modified, Retry-After, RateLimit, RateLimit-Policy');
    });

    it('ignores Authorization [S-AUTH-1, A-REST-1, G17]', async () => {
      const plain = await sidecar.get(path);
      for (const authorization of ['Bearer x', 'Basic eDp5', 'nonsense', '']) {
        const answer = await sidecar.get(path, { headers: { authorization } });
        expect([answer.status, answer.text, answer.headers['etag']]).toEqual([
          plain.status,
          plain.text,
          plain.headers['etag'],
        ]);
      }
    });

    it('answers the same whatever headers are sent that caches ignore', async () => {
      const plain = await sidecar.get(path);
      expect(plain.headers['vary']).toBe('Accept-Encoding');
      for (const [name, value] of Object.entries(UNKEYED)) {
        const { headers, text } = await sidecar.get(path, { headers: { [name]: value } });
        const expected = { ...plain.headers, date: headers['date'] };
        expect([name, text, headers]).toEqual([name, plain.text, expected]);
      }
    });

    it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'])(
      'answers %s with 405 and Allow [R-ALL-3, L-REST-2, G9]',
      async (method) => {
        const { status, headers, json } = await sidecar.get(path, { method });
        expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
        expect(json).toEqual({ error: 'This interface is read-only: use GET, HEAD or OPTIONS.' });
      },
    );

    it('answers HEAD as GET, without the body [G20]', async () => {
      const [get, head] = [await sidecar.get(path), await sidecar.get(path, { method: 'HEAD' })];
      expect(head.bytes).toHaveLength(0);
      expect([head.status, { ...head.headers, date: '' }]).toEqual([
        get.status,
        { ...get.headers, date: '' },
      ]);
    });

    it('answers OPTIONS with 204 and the allowed methods, for pages of any origin [G20]', async () => {
      const { status, headers, bytes } = await sidecar.get(path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://elsewhere.example',
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'if-none-match',
        },
      });
      expect(status).toBe(204);
      expect(bytes).toHaveLength(0);
      expect(headers).toMatchObject({
        allow: 'GET, HEAD, OPTIONS',
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
        'access-control-allow-headers': '*, Authorization',
      });
    });

    it('is not marked deprecated, and sends no notifications [V-REST-3, P-REST-1]', async () => {
      const { headers } = await sidecar.get(path, { headers: { accept: 'text/event-stream' } });
      expect(headers).not.toHaveProperty('deprecation');
      expect(headers).not.toHaveProperty('sunset');
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    });

    it('has exactly one path: neither case nor slashes are ignored [G53]', async () => {
      for (const other of [
        `${path}/`,
        path.toUpperCase(),
        `/${path}`,
        path.replace('/v1', ''),
        `${path}/x`,
      ]) {
        expect((await sidecar.get(other)).status).toBe(404);
      }
    });

    it(`answers ${operationId} 500 times in a row without a limit [L-REST-1]`, async () => {
      const statuses = new Set<number>();
      for (let round = 0; round < 10; round++) {
        const answers = await Promise.all(Array.from({ length: 50 }, async () => await sidecar.get(path)));
        for (const { status } of answers) statuses.add(status);
      }
      expect([...statuses]).toEqual([200]);
    });
  });

  it.each([
    '/',
    '/v1',
    '/v1/',
    '/v2/servers',
    '/v1/unknown',
    '/%',
    '/v1/%73ervers',
    '/v1/servers%00',
    '//',
    '/..%2f..%2fetc/passwd',
    '/v1//servers',
    '/v1/./servers',
    '/v1/x/../servers',
    '/v1/servers;a=b',
    '/v1%2fservers',
    '/v1/servers.css',
    '/v1/servers/a.js',
    '/v1/servers%3fid=evil',
    '/v1/servers%23',
    '/%2e%2e/v1/servers',
    '/v1/servers%0d%0aX:y',
  ])('answers 404 with an ErrorResponse at %s, for any method [G9, G21]', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, headers, json } = await sidecar.get(path, { method });
      expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
      expect(json).toEqual({ error: expect.stringContaining('/v1/servers') });
    }
  });

  it('answers the health with only the status, whatever the parameters [R-HEALTH-1, D-HEALTH-1, D-HEALTH-2, G7, G24]', async () => {
    for (const query of ['', '?server=lobby&limit=0&%ff']) {
      const { status, json } = await sidecar.get(`/v1/health${query}`);
      expect([status, json]).toStrictEqual([200, { status: 'ok' }]);
    }
  });

  it('answers OPTIONS for the server as a whole with 204 and the allowed methods, and no other method [G20]', async () => {
    const { status, headers, bytes } = await sidecar.get('*', { method: 'OPTIONS' });
    expect([status, headers['allow'], bytes.length]).toEqual([204, 'GET, HEAD, OPTIONS', 0]);
    for (const method of ['GET', 'POST']) expect((await sidecar.get('*', { method })).status).toBe(404);
  });

  it('does not disclose its framework', async () => {
    for (const path of ['/v1/servers', '/nothing']) {
      const { headers } = await sidecar.get(path);
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
    }
  });
});
