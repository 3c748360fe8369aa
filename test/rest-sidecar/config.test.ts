import { afterAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../rest-sidecar/src/config.ts';
import { callInNode } from '../support/processes/call-in-node.ts';
import { toRedisEndpoint } from '../support/redis/to-redis-endpoint.ts';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';

describe('the environment of the sidecar', () => {
  it('may be empty, which gives the defaults', () => {
    expect(parseConfig({})).toEqual({
      ok: true,
      config: {
        host: '127.0.0.1',
        port: 8080,
        redis: toRedisEndpoint('redis://127.0.0.1:6379'),
        keyPrefix: 'fc:',
        coinsTradesMaximum: 1000,
        resyncMs: 10_000,
        cacheControl: 'public, max-age=1, stale-while-revalidate=5, stale-if-error=300',
        api: { title: 'Public REST interface', contact: '', docsUrl: '' },
        maxConnections: 10_000,
        keepAliveMs: 65_000,
        logLevel: 'info',
      },
    });
  });

  it('counts an empty variable as absent', () => {
    expect(parseConfig({ PORT: '', REDIS_URL: '' })).toEqual(parseConfig({}));
  });

  it.each([
    ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['HOST', '::1', { host: '::1' }],
    ['HOST', 'my-host.example', { host: 'my-host.example' }],
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65_535 }],
    [
      'REDIS_URL',
      'rediss://user:p%40ss@redis.example:6380/2',
      { redis: toRedisEndpoint('rediss://user:p%40ss@redis.example:6380/2') },
    ],
    ['KEY_PREFIX', 'my-network/', { keyPrefix: 'my-network/' }],
    ['COINS_TRADES_MAXIMUM', '5000', { coinsTradesMaximum: 5000 }],
    ['RESYNC_SECONDS', '60', { resyncMs: 60_000 }],
    ['API_TITLE', 'API of Würfelwelt', { api: { title: 'API of Würfelwelt' } }],
    ['API_CONTACT', 'web@example.org', { api: { contact: 'web@example.org' } }],
    ['API_CONTACT', 'https://example.org/help', { api: { contact: 'https://example.org/help' } }],
    ['API_DOCS_URL', 'https://example.org/api', { api: { docsUrl: 'https://example.org/api' } }],
    ['MAX_CONNECTIONS', '50', { maxConnections: 50 }],
    ['KEEP_ALIVE_SECONDS', '5', { keepAliveMs: 5000 }],
    ['LOG_LEVEL', 'debug', { logLevel: 'debug' }],
    [
      'CACHE_MAX_AGE_SECONDS',
      '30',
      { cacheControl: 'public, max-age=30, stale-while-revalidate=5, stale-if-error=300' },
    ],
    [
      'CACHE_STALE_WHILE_REVALIDATE_SECONDS',
      '0',
      { cacheControl: 'public, max-age=1, stale-while-revalidate=0, stale-if-error=300' },
    ],
    [
      'CACHE_STALE_IF_ERROR_SECONDS',
      '60',
      { cacheControl: 'public, max-age=1, stale-while-revalidate=5, stale-if-error=60' },
    ],
  ])('may set %s to %s', (name, value, expected) => {
    expect(parseConfig({ [name]: value })).toMatchObject({ ok: true, config: expected });
  });

  it.each([
    ['HOST', ['two words', 'http://x', '/']],
    ['PORT', ['abc', '-1', '65536', '80.5', ' 80', '1e3', '99999999999999999999']],
    [
      'REDIS_URL',
      [
        'localhost:6379',
        'http://x',
        'redis://',
        'redis://x/abc',
        'redis://x/1/2',
        'redis://x:99999',
        'nonsense',
      ],
    ],
    ['KEY_PREFIX', ['with blank ', 'ü', 'x'.repeat(65), 'a\nb']],
    ['COINS_TRADES_MAXIMUM', ['0', '100001', 'all']],
    ['RESYNC_SECONDS', ['0', '0.5', 'never']],
    ['API_TITLE', ['x'.repeat(101), 'two\nlines']],
    ['API_CONTACT', ['nobody', 'javascript:alert(1)', 'a b@c', 'http://x/"']],
    ['API_DOCS_URL', ['docs', 'javascript://x', 'https://two words']],
    ['MAX_CONNECTIONS', ['0']],
    ['KEEP_ALIVE_SECONDS', ['0']],
    ['LOG_LEVEL', ['INFO', 'trace']],
    ['CACHE_MAX_AGE_SECONDS', ['-1', '31536001']],
    ['CACHE_STALE_WHILE_REVALIDATE_SECONDS', ['x']],
    ['CACHE_STALE_IF_ERROR_SECONDS', ['x']],
  ])('is rejected with an invalid %s, in one line that names it', (name, values) => {
    for (const value of values) {
      const parsed = parseConfig({ [name]: value });
      expect(parsed).toEqual({
        ok: false,
        problem: expect.stringMatching(new RegExp(`^${name} must [^\\n]+$`)),
      });
    }
  });

  describe('REDIS_CA_FILE', () => {
    const directory = makeTemporaryDirectory();
    afterAll(() => {
      directory.remove();
    });

    it('is read, and its certificates are trusted with TLS', async () => {
      const made = (await callInNode('test/support/redis/certificates.mjs', 'makeCertificates')) as {
        readonly ca: string;
      };
      const REDIS_CA_FILE = directory.write('authority.pem', made.ca);
      expect(parseConfig({ REDIS_URL: 'rediss://x', REDIS_CA_FILE })).toMatchObject({
        ok: true,
        config: { redis: { ca: made.ca } },
      });
      expect(parseConfig({ REDIS_URL: 'redis://x', REDIS_CA_FILE })).toEqual({
        ok: false,
        problem: 'REDIS_CA_FILE is for TLS: REDIS_URL must begin with rediss',
      });
    });

    it.each(['', 'no certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'])(
      'is rejected with the content %j',
      (text) => {
        const REDIS_CA_FILE = directory.write('wrong.pem', text);
        const problem = 'REDIS_CA_FILE must be the name of a file with certificates in PEM form';
        expect(parseConfig({ REDIS_URL: 'rediss://x', REDIS_CA_FILE })).toEqual({ ok: false, problem });
        const absent = { REDIS_URL: 'rediss://x', REDIS_CA_FILE: `${REDIS_CA_FILE}.absent` };
        expect(parseConfig(absent)).toEqual({ ok: false, problem });
      },
    );
  });

  it('is never part of the error if it may contain a password', () => {
    expect(JSON.stringify(parseConfig({ REDIS_URL: 'redis://:secret@/x y' }))).not.toContain('secret');
  });
});
