import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { describeNodes, parseRedisUrl } from '../../../../shared/redis/url/redis-url.ts';
import { wellFormedCharacter } from '../../../support/any-character.ts';

const LOCAL = { host: '127.0.0.1', port: 6379 };
const BARE = { tls: false, credentials: undefined };

describe('parseRedisUrl', () => {
  it.each([
    ['redis://127.0.0.1', { topology: 'server', nodes: [LOCAL], ...BARE, database: 0 }],
    [
      'rediss://user:p%40ss%3A%2F@redis_1.example:6380/2',
      {
        topology: 'server',
        nodes: [{ host: 'redis_1.example', port: 6380 }],
        tls: true,
        credentials: { user: 'user', password: 'p@ss:/' },
        database: 2,
      },
    ],
    [
      'redis://:secret@[::1]:7000',
      {
        topology: 'server',
        nodes: [{ host: '::1', port: 7000 }],
        tls: false,
        credentials: { user: undefined, password: 'secret' },
        database: 0,
      },
    ],
    [
      'redis://[fe80::1%eth0]',
      { topology: 'server', nodes: [{ host: 'fe80::1%eth0', port: 6379 }], ...BARE, database: 0 },
    ],
    [
      'redis-sentinel://a,b:26380,[::1]/3?master=my%20master',
      {
        topology: 'sentinel',
        nodes: [
          { host: 'a', port: 26_379 },
          { host: 'b', port: 26_380 },
          { host: '::1', port: 26_379 },
        ],
        ...BARE,
        database: 3,
        master: 'my master',
        sentinelCredentials: undefined,
      },
    ],
    [
      'rediss-sentinel://u:p@a?sentinel-password=%26&master=m&sentinel-user=s',
      {
        topology: 'sentinel',
        nodes: [{ host: 'a', port: 26_379 }],
        tls: true,
        credentials: { user: 'u', password: 'p' },
        database: 0,
        master: 'm',
        sentinelCredentials: { user: 's', password: '&' },
      },
    ],
    [
      'redis-cluster://u:p@127.0.0.1,b:7001',
      {
        topology: 'cluster',
        nodes: [LOCAL, { host: 'b', port: 7001 }],
        tls: false,
        credentials: { user: 'u', password: 'p' },
      },
    ],
  ])('parses %s', (text, url) => {
    expect(parseRedisUrl(text)).toStrictEqual({ ok: true, value: url });
  });

  const SCHEME = /^must begin with redis:\/\/, redis-sentinel:\/\/ or redis-cluster:\/\//;
  const HOST = /^must name hosts as host, host:port/;
  const QUERY = /^must have in its query only master, sentinel-user, sentinel-password, each once and/;
  it.each([
    ['', SCHEME],
    ['http://secret', SCHEME],
    ['redis://', HOST],
    ['redis://secret secret', HOST],
    ['redis://:secret/x@host', HOST],
    ['redis://secret:x', HOST],
    ['redis-cluster://secret,', HOST],
    ['redis://secret:0', /^must name hosts .* with ports from 1 to 65535/],
    ['redis-cluster://secret,b:99999', /^must name hosts/],
    ['redis://:sec#ret@host', /^must percent-encode # as %23$/],
    ['redis://:sec@ret@host', /^must percent-encode @ in a user or password as %40$/],
    ['redis://:sec%zzret@host', /^must percent-encode % as %25/],
    ['redis://secret@host', /^must have user:password@ or :password@ before its host$/],
    ['redis://secret,other', /^must name one host, or begin with redis-sentinel:\/\/ or redis-cluster:\/\/$/],
    ['redis://host/secret', /^must end with the number of a database/],
    ['redis://host/0\n', /^must not end with a space or a line break$/],
    ['redis://host?secret=1', /^must not have a query/],
    ['redis-cluster://host/0', /^must end after its hosts/],
    ['redis-sentinel://secret', /^must name the master of the Sentinels/],
    ['redis-sentinel://host?master=m&master=secret', QUERY],
    ['redis-sentinel://host?master=m&secret=1', QUERY],
    ['redis-sentinel://host?master=m&sentinel-password=secret=', QUERY],
    ['redis-sentinel://host?master=%', /^must percent-encode % as %25 in its query$/],
    ['redis-sentinel://host?master=m&sentinel-user=secret', /^must have a sentinel-password/],
  ])('rejects %s with a reason that does not repeat it', (text, reason) => {
    const parsed = parseRedisUrl(text);
    expect(parsed).toStrictEqual({ ok: false, problem: expect.stringMatching(reason) });
    expect(JSON.stringify(parsed)).not.toMatch(/secret/);
  });

  it('decodes every percent-encoded user and password, and returns a result for any text', () => {
    const text = fc.string({ unit: wellFormedCharacter, minLength: 1 });
    fc.assert(
      fc.property(text, text, (user, password) => {
        const encoded = `redis://${encodeURIComponent(user)}:${encodeURIComponent(password)}@host`;
        expect(parseRedisUrl(encoded)).toMatchObject({
          ok: true,
          value: { credentials: { user, password } },
        });
        expect(typeof parseRedisUrl(`redis-sentinel://${user}?${password}`).ok).toBe('boolean');
      }),
    );
  });
});

it.each([
  ['redis://u:secret@[::1]/1', '[::1]:6379'],
  ['redis-cluster://u:secret@a,b:7000', 'a:6379, b:7000'],
])('describeNodes returns the addresses of %s', (text, places) => {
  const parsed = parseRedisUrl(text);
  expect(parsed.ok && describeNodes(parsed.value)).toBe(places);
});
