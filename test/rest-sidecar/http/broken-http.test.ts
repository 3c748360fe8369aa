import { Agent } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { askRaw } from '../../support/http/http.ts';
import { useStarted } from '../../support/use-started.ts';
import { startTestSidecar } from '../sidecar-under-test.ts';

describe('a malformed or unusual request', () => {
  const sidecar = useStarted(startTestSidecar);

  it.each([
    ['nonsense', 'hello\r\n\r\n', 400],
    ['a TLS handshake', Buffer.from('1603010200010001fc0303', 'hex'), 400],
    ['NUL in the target', 'GET /v1/\0servers HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a blank in the target', 'GET /v1/servers?id=a b HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a header without a colon', 'GET /v1/servers HTTP/1.1\r\nHost x\r\n\r\n', 400],
    ['NUL in a header', 'GET /v1/servers HTTP/1.1\r\nHost: x\r\nA: \0\r\n\r\n', 400],
    ['a folded header', 'GET /v1/servers HTTP/1.1\r\nHost: x\r\nA: 1\r\n  2\r\n\r\n', 400],
    [
      'two lengths',
      'GET /v1/servers HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
    ],
    [
      'a length and chunks',
      'GET /v1/servers HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a negative length', 'GET /v1/servers HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', 400],
    ['HTTP/2 without TLS', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['another version', 'GET /v1/servers HTTP/3.7\r\nHost: x\r\n\r\n', 505],
    ['HTTP/2.0 in words', 'GET /v1/servers HTTP/2.0\r\nHost: x\r\n\r\n', 505],
    ['a version that is none', 'GET /v1/servers?id=a HTTP/1.1 X\r\nHost: x\r\n\r\n', 400],
    ['HTTP/0.9', 'GET /v1/servers\r\n\r\n', 505],
    ['an unknown method', 'FETCH /v1/servers HTTP/1.1\r\nHost: x\r\n\r\n', 405],
    ['an unknown method on an unknown path [G21]', 'FETCH /nope HTTP/1.1\r\nHost: x\r\n\r\n', 405],
    ['headers of 100 KB', `GET /v1/servers HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
    [
      'a parameter of 100 KB',
      `GET /v1/events?server=${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      431,
    ],
  ])('is answered in JSON, and its connection is closed: %s', async (_what, bytes, status) => {
    const answer = await askRaw(sidecar.origin, bytes);
    expect(answer?.status).toBe(status);
    expect(answer?.headers['connection']).toBe('close');
    expect(answer?.json).toEqual({ error: expect.stringMatching(/^[A-Z].+\.$/) });
  });

  it('is refused without Host, which HTTP/1.1 requires', async () => {
    const asked = { method: 'GET', target: '/v1/health' };
    const without = await askRaw(sidecar.origin, 'GET /v1/health HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect([without?.status, without?.json]).toEqual([400, { error: 'The header Host is missing.' }]);
    const old = await askRaw(sidecar.origin, 'GET /v1/health HTTP/1.0\r\n\r\n', asked);
    expect(old?.status).toBe(200);
  });

  it.each([
    ['two of them', 'Host: x\r\nHost: y'],
    ['the same twice', 'Host: x\r\nhost: x'],
    ['no host', 'Host: a b'],
    ['a path', 'Host: a/b'],
    ['a user', 'Host: a@b'],
  ])('is refused with an invalid Host: %s', async (_what, hosts) => {
    const bytes = `GET /v1/health HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`;
    const answer = await askRaw(sidecar.origin, bytes);
    const error = 'The header Host must be given once, and name a host.';
    expect([answer?.status, answer?.json]).toEqual([400, { error }]);
  });

  it('is refused with more headers than are read', async () => {
    const ask = async (count: number) => {
      const headers = Array.from({ length: count - 2 }, (_, index) => `A${index}: 1\r\n`).join('');
      const bytes = `GET /v1/health HTTP/1.1\r\n${headers}Host: x\r\nConnection: close\r\n\r\n`;
      return (await askRaw(sidecar.origin, bytes, { method: 'GET', target: '/v1/health' }))?.status;
    };
    expect([await ask(100), await ask(101), await ask(150), await ask(1000)]).toEqual([200, 431, 431, 431]);
  });

  it.each([
    ['nonsense', 'nonsense\r\n\r\n', '400 Bad Request'],
    ['an unknown method', 'FETCH /v1/health HTTP/1.1\r\nHost: x\r\n\r\n', '405 Method Not Allowed'],
    ['a tunnel', 'CONNECT a.example:1 HTTP/1.1\r\nHost: a.example:1\r\n\r\n', '405 Method Not Allowed'],
  ])('is answered after the responses to several earlier requests: %s', async (_what, last, error) => {
    const bytes = 'GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3) + last;
    const socket = connect(sidecar.port, '127.0.0.1', () => socket.write(bytes));
    const received = (await socket.toArray()).join('');
    expect(received.match(/^HTTP.*$|\{"status":"ok"\}HTTP.*$/gm)?.map((line) => line.trim())).toEqual([
      'HTTP/1.1 200 OK',
      ...Array.from({ length: 2 }, () => '{"status":"ok"}HTTP/1.1 200 OK'),
      `{"status":"ok"}HTTP/1.1 ${error}`,
    ]);
  });

  it.each(['GET', 'HEAD', 'POST'])('may have a body, which is ignored: %s', async (method) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const status = method === 'POST' ? 405 : 200;
    for (const body of ['{"limit":5}', 'x'.repeat(60_000)]) {
      const headers = { 'content-length': String(body.length), 'content-type': 'application/json' };
      expect((await sidecar.get('/v1/health', { method, headers, body, agent })).status).toBe(status);
    }
    agent.destroy();
  });

  it('may have a long body, after which the connection is closed', async () => {
    const head = 'GET /v1/health HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000\r\n\r\n';
    const answer = await askRaw(sidecar.origin, head, { method: 'GET', target: '/v1/health' });
    expect([answer?.status, answer?.headers['connection']]).toEqual([200, 'close']);
  });

  it.each([
    ['identity', 400],
    ['gzip', 400],
    ['xchunked', 400],
    ['gzip, chunked', 501],
    ['gzip,Chunked', 501],
  ])('is refused, and its connection closed, with the transfer coding %s', async (coding, status) => {
    const head = `GET /v1/health HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: ${coding}\r\n\r\n`;
    const answer = await askRaw(sidecar.origin, `${head}0\r\n\r\n`);
    expect([answer?.status, answer?.headers['connection']]).toEqual([status, 'close']);
    expect(answer?.json).toEqual({ error: expect.stringContaining('Transfer-Encoding') });
  });

  it.each([
    '',
    'HTTP://a.example',
    'http://[::1]:80',
    'http://a.example:',
    'http://xn--',
    'https://a.example',
  ])('may have an absolute URL: %s', async (host) => {
    const target = `${host === '' ? sidecar.origin : host}/v1/events?server=none`;
    const bytes = `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    const answer = await askRaw(sidecar.origin, bytes, { method: 'GET', target: '/v1/events?server=none' });
    expect([answer?.status, answer?.json]).toEqual([200, []]);
  });

  it('may have a URL of up to 8 KB', async () => {
    const fits = `/v1/events?server=${'x'.repeat(8000)}`;
    expect((await sidecar.get(fits)).json).toEqual([]);
    const { status, json } = await sidecar.get(`${fits}${'x'.repeat(1000)}`);
    expect([status, json]).toEqual([414, { error: 'The URL is longer than 8192 characters.' }]);
  });
});
