import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'smol-toml';
import { parseConfig, type ParsedConfig } from '../../../plugin/src/config/parse-config.ts';
import { DEFAULT_CHANNEL_NAMESPACE, MAX_PACKET_BYTES } from '../../../shared/protocol/channel.ts';

const DEFAULTS = JSON.stringify(parse(readFileSync('plugin/config.toml', 'utf8')));

type Variables = Readonly<Record<string, { readonly variable: string; readonly value: string }>>;

/** As the bridge reads it: each key is on the line where its last part is first written. */
function parseToml(toml: string, variables: Variables = {}, authority = ''): ParsedConfig {
  const lines = toml.split('\n');
  return parseConfig({
    defaults: DEFAULTS,
    written: JSON.stringify(parse(toml)),
    authority,
    lineOf: (key) => {
      const index = lines.findIndex((line) => line.startsWith(key.split('.').at(-1) ?? ''));
      return index === -1 ? undefined : index + 1;
    },
    fromEnvironment: (key) => variables[key],
  });
}

const WRONG: readonly { what: string; toml: string; message: unknown }[] = [
  {
    what: 'a number for a text',
    toml: '[redis]\n\nurl = 6379\n',
    message: 'config.toml, line 3: redis.url must be a string',
  },
  {
    what: 'a URL of something else',
    toml: '[redis]\nurl = "http://secret-host"\n',
    message: expect.stringMatching(/^config.toml, line 2: redis.url must begin with redis:/),
  },
  {
    what: 'Sentinels without the name of their master',
    toml: '[redis]\nurl = "redis-sentinel://:secret@one,two"\n',
    message: expect.stringMatching(
      /^config.toml, line 2: redis.url must say how the Sentinels call the master/,
    ),
  },
  {
    what: 'a file of an authority that cannot be read, or holds no certificate',
    toml: '[redis]\nurl = "rediss://redis"\nca-file = "authority.pem"\n',
    message: 'config.toml, line 3: redis.ca-file must name a file with certificates in PEM form',
  },
  {
    what: 'an authority where there is no TLS',
    toml: '[redis]\nca-file = "authority.pem"\n',
    message: 'config.toml, line 2: redis.ca-file is for TLS: redis.url must begin with rediss',
  },
  {
    what: 'a namespace that the proxy would refuse',
    toml: '[channel]\nnamespace = "my.server"\n',
    message: 'config.toml, line 2: channel.namespace must be written like service',
  },
  {
    what: 'a legacy alias that old clients could not read',
    toml: '[channel]\nlegacy-alias = "service:feature-control"\n',
    message: 'config.toml, line 2: channel.legacy-alias must have at most 20 characters',
  },
  ...['REGISTER', 'UNREGISTER', 'MC|Brand', 'minecraft:brand', 'my alias', 'FC\\u0000check'].map((alias) => ({
    what: `a legacy alias that is the game's own, or cannot be seen: ${alias}`,
    toml: `[channel]\nlegacy-alias = "${alias}"\n`,
    message: 'config.toml, line 2: channel.legacy-alias must be written like FC|check',
  })),
  ...['', ' ', 'fç:', 'a'.repeat(65)].map((prefix) => ({
    what: `a key prefix that the sidecar refuses: "${prefix}"`,
    toml: `[redis]\nkey-prefix = "${prefix}"\n`,
    message: 'config.toml, line 2: redis.key-prefix must be written like fc:',
  })),
  {
    what: 'a mirror with a password in it, which would be logged',
    toml: '[libraries]\nmirror = "https://user:secret@mirror/maven2"\n',
    message: 'config.toml, line 2: libraries.mirror must be written like https://maven.example.org/maven2',
  },
  {
    what: 'a name that is no setting',
    toml: '# nothing here\n[redis]\nulr = "redis://127.0.0.1:6379"\n',
    message: 'config.toml, line 3: there is no setting redis.ulr',
  },
  {
    what: 'a text for a table',
    toml: 'queue = "long"\n',
    message: 'config.toml, line 1: queue must be an object',
  },
];

describe('the configuration', () => {
  it('is the shipped file where the operator writes nothing, and that says what the specification does [L-CHECK-1, F-CHANNEL-1]', () => {
    const parsed = parseToml('');
    expect(parsed).toMatchObject({
      ok: true,
      config: {
        channel: { namespace: DEFAULT_CHANNEL_NAMESPACE, 'legacy-alias': '' },
        methodLimits: { checkFeatures: { maxRequests: 1, windowMs: 10_000 } },
        redis: { 'key-prefix': 'fc:' },
      },
    });
  });

  it('takes the limit of a method from its table', () => {
    expect(parseToml('[limits.check-features]\nmax-requests = 3\n')).toMatchObject({
      config: { methodLimits: { checkFeatures: { maxRequests: 3, windowMs: 10_000 } } },
    });
    expect(parseToml('[limits.nothing]\nmax-requests = 3\n')).toMatchObject({
      ok: false,
      message: expect.stringMatching('there is no setting limits.nothing$'),
    });
  });

  it('lets a vanilla client send its largest packet by default [G13]', () => {
    const parsed = parseToml('');
    if (!parsed.ok) throw new Error(parsed.message);
    expect(parsed.config.guard['bytes-per-second']).toBeGreaterThan(MAX_PACKET_BYTES);
  });

  it('takes single settings from the file, and the rest from the defaults', () => {
    expect(parseToml('[redis]\nurl = "rediss://user:secret@redis.example:6380/2"\n')).toMatchObject({
      config: {
        redis: {
          url: 'rediss://user:secret@redis.example:6380/2',
          'key-prefix': 'fc:',
          'command-timeout-ms': 500,
        },
        log: { level: 'info' },
      },
    });
  });

  it('takes the certificates of an authority, one after the other, and nothing else that is in the file', () => {
    const pem = (body: string) => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`;
    const authority = `Our own:\n${pem('TUlJ\nQg==')}${pem('TUlJQw==').replaceAll('\n', '\r\n')}`;
    expect(parseToml('[redis]\nurl = "rediss://redis"\nca-file = "ca.pem"\n', {}, authority)).toMatchObject({
      config: { certificates: ['TUlJQg==', 'TUlJQw=='], redisUrl: { kind: 'server', tls: true } },
    });
    expect(parseToml('')).toMatchObject({ config: { certificates: [] } });
  });

  it('lets the environment win', () => {
    const variables = { 'redis.url': { variable: 'REDIS_URL', value: 'redis://elsewhere' } };
    expect(parseToml('[redis]\nurl = "redis://here"\n', variables)).toMatchObject({
      config: { redis: { url: 'redis://elsewhere' } },
    });
  });

  it('names the variable that is wrong, and not its value', () => {
    const variables = { 'redis.url': { variable: 'REDIS_URL', value: 'secret' } };
    expect(parseToml('', variables)).toEqual({
      ok: false,
      message: expect.stringMatching(/^environment variable REDIS_URL: redis.url must begin with redis:/),
    });
  });

  it.each(WRONG)('with $what is refused with one line that says where', ({ toml, message }) => {
    expect(parseToml(toml)).toEqual({ ok: false, message });
  });

  it('refuses the numbers of TOML that JSON has not, as the library writes them', () => {
    const written = '{ "queue" : { "packets" : +inf } }';
    const none = () => undefined;
    expect(
      parseConfig({ defaults: DEFAULTS, written, authority: '', lineOf: none, fromEnvironment: none }),
    ).toEqual({ ok: false, message: 'config.toml must not hold inf or nan' });
  });

  it('is no way to pollute prototypes', () => {
    expect(parseToml('[__proto__]\npolluted = true\n')).toMatchObject({ ok: false });
    expect({}).not.toHaveProperty('polluted');
  });
});
