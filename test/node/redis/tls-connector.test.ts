import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { connectClient } from '../../support/redis/connect-client.ts';
import { startTlsRedis } from '../../support/redis/redis-tls.ts';
import { useStarted } from '../../support/use-started.ts';

/** The number of connections. Most of them emit a second error if they are ended instead of closed. */
const ATTEMPTS = 20;

const connect = (url: string, ca?: string) => connectClient(url, { ca }).client;

describe('a TLS connection to a server with an untrusted authority', () => {
  const redis = useStarted(startTlsRedis);
  const other = useStarted(startTlsRedis);

  it.each([
    ['permanently', false, 'end'],
    ['to connect again', true, 'reconnecting'],
  ])('does not end the process when it is closed %s while it connects', async (_, again, event) => {
    const clients = Array.from({ length: ATTEMPTS }, () =>
      connect(redis.url, readFileSync(other.files.ca, 'utf8')),
    );
    await new Promise(setImmediate);
    const allOver = clients.map((client) => new Promise((resolve) => client.once(event, resolve)));
    for (const client of clients) client.disconnect(again);
    await Promise.all(allOver);
    for (const client of clients) client.disconnect();
  });
});

it('a TLS connection sends the name of the server, as front ends with several certificates need it', async () => {
  const names: string[] = [];
  const server = createServer({
    SNICallback: (name, done) => {
      names.push(name);
      done(new Error('no certificate'));
    },
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const client = connect(`rediss://localhost:${(server.address() as AddressInfo).port}`);
  try {
    await eventually(() => names.length > 0, { what: 'the name' });
  } finally {
    client.disconnect();
    server.close();
  }
  expect(names[0]).toBe('localhost');
});
