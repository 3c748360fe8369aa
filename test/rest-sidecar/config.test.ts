import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../rest-sidecar/src/config.ts';
import { useTemporaryDirectory } from '../support/processes/use-temporary-directory.ts';
import { makeCertificates } from '../support/redis/redis-tls.ts';
import { toRedisEndpoint } from '../support/redis/to-redis-endpoint.ts';

describe('the environment of the sidecar', () => {
  it('may be empty, which gives the defaults', () => {
    expect(parseConfig({})).toEqual({
      ok: true,
      value: {
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
          logFormat: 'text',
        },
        misspelt: [],
      },
    });
  });

  it('counts an empty variable as absent', () => {
    expect(parseConfig({ PORT: '', REDIS_URL: '' })).toEqual(parseConfig({}));
  });

  it.each([
    ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['PORT', '0', { port: 0 }],
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
    ['API_CONTACT', 'mc/web=1@example.org', { api: { contact: 'mc/web=1@example.org' } }],
    ['API_DOCS_URL', 'https://example.org/api', { api: { docsUrl: 'https://example.org/api' } }],
    ['MAX_CONNECTIONS', '50', { maxConnections: 50 }],
    ['KEEP_ALIVE_SECONDS', '5', { keepAliveMs: 5000 }],
    ['LOG_LEVEL', 'debug', { logLevel: 'debug' }],
    ['LOG_FORMAT', 'json', { logFormat: 'json' }],
    [
      'CACHE_MAX_AGE_SECONDS',
      '30',
      { cacheControl: 'public, max-age=30, stale-while-revalidate=5, stale-if-error=300' },
    ],
  ])('may set %s to %s', (name, value, expected) => {
    expect(parseConfig({ [name]: value })).toMatchObject({ ok: true, value: { config: expected } });
  });

  it.each([
    ['HOST', ['two words', 'http://x']],
    ['PORT', ['abc', '65536', '80.5']],
    ['REDIS_URL', ['localhost:6379', 'redis://x/abc']],
    ['REDIS_NAT_MAP', ['a', 'a=b=c', 'a=b:0', 'a=b,,c=d']],
    ['KEY_PREFIX', ['with blank ', 'ü', 'x'.repeat(65), 'a\nb']],
    ['COINS_TRADES_MAXIMUM', ['0', '100001', 'all']],
    ['RESYNC_SECONDS', ['0', '0.5', 'never']],
    ['API_TITLE', ['x'.repeat(101), 'two\nlines']],
    ['API_CONTACT', ['nobody', 'javascript:alert(1)', 'a b@c', 'http://x/"']],
    ['API_DOCS_URL', ['docs', 'javascript://x', 'https://two words']],
    ['MAX_CONNECTIONS', ['0']],
    ['KEEP_ALIVE_SECONDS', ['0']],
    ['LOG_LEVEL', ['INFO', 'trace']],
    ['LOG_FORMAT', ['JSON', 'pretty']],
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

  describe('the files for TLS', () => {
    const directory = useTemporaryDirectory();
    it('are read, and refused without TLS, alone or if they do not fit', async () => {
      const [made, other] = [await makeCertificates(), await makeCertificates()];
      const REDIS_URL = 'rediss://x';
      const REDIS_CA_FILE = directory.write('authority.pem', made.ca);
      const REDIS_CERT_FILE = directory.write('certificate.pem', made.certificate);
      const REDIS_KEY_FILE = directory.write('key.pem', made.key);
      const tls = { ca: made.ca, cert: made.certificate, key: made.key };
      const files = { REDIS_CA_FILE, REDIS_CERT_FILE, REDIS_KEY_FILE };
      expect(parseConfig({ REDIS_URL, ...files })).toMatchObject({
        ok: true,
        value: { config: { redis: { tls } } },
      });
      expect(parseConfig({ REDIS_URL: 'redis://x', REDIS_CA_FILE })).toEqual({
        ok: false,
        problem: 'REDIS_CA_FILE is for TLS: REDIS_URL must begin with rediss',
      });
      const unfit = directory.write('other-key.pem', other.key);
      for (const variables of [{ REDIS_CERT_FILE }, { REDIS_KEY_FILE }, { ...files, REDIS_KEY_FILE: unfit }])
        expect(parseConfig({ REDIS_URL, ...variables })).toEqual({
          ok: false,
          problem: 'REDIS_KEY_FILE must name the key of the certificate in REDIS_CERT_FILE',
        });
    });

    it.each([
      ['REDIS_CA_FILE', 'certificates', 'no certificate'],
      ['REDIS_CERT_FILE', 'certificates', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'],
      ['REDIS_KEY_FILE', 'a private key', ''],
    ])('%s is rejected if it names no file with %s', (name, content, text) => {
      const file = directory.write('wrong.pem', text);
      const problem = `${name} must be the name of a file with ${content} in PEM form`;
      for (const value of [file, `${file}.absent`])
        expect(parseConfig({ REDIS_URL: 'rediss://x', [name]: value })).toEqual({ ok: false, problem });
    });
  });

  it('is never part of the error if it may contain a password', () => {
    expect(JSON.stringify(parseConfig({ REDIS_URL: 'redis://:secret@/x y' }))).not.toContain('secret');
  });
});
