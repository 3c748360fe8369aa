import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'smol-toml';
import { parseConfig } from '../../../plugin/src/config/parse-config.ts';
import type { Config } from '../../../plugin/src/config/parse-config.ts';
import { DEFAULT_CHANNEL_NAMESPACE, MAX_PACKET_BYTES } from '../../../shared/protocol/channel.ts';
import { DEFAULT_COMMAND_TIMEOUT_MS } from '../../../shared/redis/command-timeout.ts';
import type { Result } from '../../../shared/result.ts';
import { flattenSettings } from '../../support/flatten-settings.ts';

const DEFAULTS = flattenSettings(parse(readFileSync('plugin/config.toml', 'utf8')));

type Contents = Readonly<Record<string, string>>;
type Variables = Readonly<Record<string, { readonly variable: string; readonly value: unknown }>>;

/** Parses settings as the bridge does. The line of a key is the first one that begins with its last part. */
function parseToml(toml: string, variables: Variables = {}, contents: Contents = {}): Result<Config> {
  const lines = toml.split('\n');
  const overriding = Object.entries(variables).map(([key, { value }]) => [key, value]);
  return parseConfig({
    values: { ...DEFAULTS, ...flattenSettings(parse(toml)), ...(Object.fromEntries(overriding) as Contents) },
    contentsOf: (key) => contents[key] ?? '',
    // As Velocity 3.4 does.
    acceptsChannel: (name) => /^[\w/-]+:[\w/-]+$/.test(name) && name === name.toLowerCase(),
    lineOf: (key) => {
      const index = lines.findIndex((line) => line.startsWith(key.split('.').at(-1) ?? ''));
      return index === -1 ? undefined : index + 1;
    },
    variableOf: (key) => variables[key]?.variable,
  });
}

const COLON_RULE =
  'has a colon, so it must have only lower-case letters, digits, - and _ on both sides, / after it, and . if the proxy is Velocity 3.5 or later';

const WRONG: readonly { what: string; toml: string; message: unknown }[] = [
  {
    what: 'a number instead of a string',
    toml: '[redis]\n\nurl = 6379\n',
    message: 'config.toml, line 3: redis.url must be a string',
  },
  {
    what: 'a URL of another scheme',
    toml: '[redis]\nurl = "http://secret-host"\n',
    message: expect.stringMatching(/^config.toml, line 2: redis.url must begin with redis:/),
  },
  {
    what: 'a file of an authority that cannot be read',
    toml: '[redis]\nurl = "rediss://redis"\nca-file = "authority.pem"\n',
    message: 'config.toml, line 3: redis.ca-file must name a file with certificates in PEM form',
  },
  {
    what: 'a certificate without its key',
    toml: '[redis]\nurl = "rediss://redis"\ncert-file = "present.pem"\n',
    message: 'config.toml: redis.key-file must be given together with redis.cert-file',
  },
  {
    what: 'an address without its replacement',
    toml: '[redis]\nnat-map = "a=b=c"\n',
    message: expect.stringMatching(/^config.toml, line 2: redis.nat-map must be written like 10/),
  },
  {
    what: 'a namespace that newer proxies do not announce',
    toml: '[channel]\nnamespace = "my/server"\n',
    message: 'config.toml, line 2: channel.namespace must be written like service',
  },
  {
    what: 'a namespace with a dot, which older proxies do not accept',
    toml: '[channel]\nnamespace = "my.server"\n',
    message:
      'config.toml, line 2: channel.namespace must not contain a dot on this proxy: it needs Velocity 3.5 or later',
  },
  {
    what: 'a legacy alias that old clients could not read',
    toml: '[channel]\nlegacy-alias = "service:feature-control"\n',
    message: 'config.toml, line 2: channel.legacy-alias must have at most 20 characters',
  },
  ...[
    ['REGISTER', 'must not name a channel of the game itself'],
    ['minecraft:brand', 'must not name a channel of the game itself'],
    ['MC|Brand', 'must not name a channel of the game itself'],
    ['my alias', 'must have only printable ASCII characters, and no spaces'],
    ['fc:', COLON_RULE],
    ['FC:Features', COLON_RULE],
    ['my.server:fc', COLON_RULE],
  ].map(([alias, problem]) => ({
    what: `a legacy alias, with the rule that it violates: ${alias}`,
    toml: `[channel]\nlegacy-alias = "${alias}"\n`,
    message: `config.toml, line 2: channel.legacy-alias ${problem}`,
  })),
  ...['', ' ', 'fç:', 'a'.repeat(65)].map((prefix) => ({
    what: `a key prefix that the sidecar refuses: "${prefix}"`,
    toml: `[redis]\nkey-prefix = "${prefix}"\n`,
    message: 'config.toml, line 2: redis.key-prefix must be written like fc:',
  })),
  {
    what: 'a key prefix with braces, with the text of the other programs',
    toml: '[redis]\nkey-prefix = "a{b"\n',
    message:
      'config.toml, line 2: redis.key-prefix must not contain braces, which would change the slot of each key',
  },
  {
    what: 'a mirror with a password, which would be logged',
    toml: '[libraries]\nmirror = "https://user:secret@mirror/maven2"\n',
    message: 'config.toml, line 2: libraries.mirror must be written like https://maven.example.org/maven2',
  },
  {
    what: 'an infinite number',
    toml: '[queue]\npackets = inf\n',
    message: 'config.toml, line 2: queue.packets must be a whole number',
  },
  {
    what: 'an unknown setting',
    toml: '# nothing here\n[redis]\nulr = "redis://127.0.0.1:6379"\n',
    message: 'config.toml, line 3: there is no setting redis.ulr',
  },
  {
    what: 'a string instead of a table',
    toml: 'queue = "long"\n',
    message: 'config.toml, line 1: there is no setting queue',
  },
];

describe('the configuration', () => {
  it('has the defaults of the specification if the operator sets nothing [L-CHECK-1, F-CHANNEL-1]', () => {
    const parsed = parseToml('');
    expect(parsed).toMatchObject({
      ok: true,
      value: {
        'channel.namespace': DEFAULT_CHANNEL_NAMESPACE,
        'channel.legacy-alias': '',
        methodLimits: { checkFeatures: { maxRequests: 1, windowMs: 10_000 } },
        'redis.key-prefix': 'fc:',
      },
    });
  });

  it('reads the limit of a method from its table', () => {
    expect(parseToml('[limits.check-features]\nmax-requests = 3\n')).toMatchObject({
      value: { methodLimits: { checkFeatures: { maxRequests: 3, windowMs: 10_000 } } },
    });
    expect(parseToml('[limits.nothing]\nmax-requests = 3\n')).toMatchObject({
      ok: false,
      problem: expect.stringMatching('there is no setting limits.nothing.max-requests$'),
    });
  });

  it('allows the largest packet of a vanilla client by default [G13]', () => {
    const parsed = parseToml('');
    if (!parsed.ok) throw new Error(parsed.problem);
    expect(parsed.value['guard.bytes-per-second']).toBeGreaterThan(MAX_PACKET_BYTES);
  });

  it('reads single settings from the file, and the others from the defaults', () => {
    expect(parseToml('[redis]\nurl = "rediss://user:secret@redis.example:6380/2"\n')).toMatchObject({
      value: {
        'redis.url': 'rediss://user:secret@redis.example:6380/2',
        'redis.key-prefix': 'fc:',
        'redis.command-timeout-ms': DEFAULT_COMMAND_TIMEOUT_MS,
        'log.level': 'info',
      },
    });
  });

  it('contains the files for TLS, and the addresses to use', () => {
    const contents = { 'redis.ca-file': 'A', 'redis.cert-file': 'B', 'redis.key-file': 'C' };
    const files = 'ca-file = "a.pem"\ncert-file = "b.pem"\nkey-file = "c.pem"\n';
    const natMap = 'nat-map = "10.0.0.1=a:7000, [::1]:6380=b"\n';
    expect(parseToml(`[redis]\nurl = "rediss://redis"\n${files}${natMap}`, {}, contents)).toMatchObject({
      value: {
        tls: { authorities: 'A', certificate: 'B', key: 'C' },
        natMap: new Map([
          ['10.0.0.1:6379', { host: 'a', port: 7000 }],
          ['::1:6380', { host: 'b', port: 6379 }],
        ]),
      },
    });
  });

  it('names an invalid environment variable, without its value', () => {
    const variables = { 'redis.url': { variable: 'REDIS_URL', value: 'secret' } };
    expect(parseToml('', variables)).toEqual({
      ok: false,
      problem: expect.stringMatching(/^environment variable REDIS_URL: redis.url must begin with redis:/),
    });
  });

  it.each(WRONG)('with $what is rejected with one line that names the position', ({ toml, message }) => {
    const contents = toml.includes('present.pem') ? { 'redis.cert-file': 'present' } : {};
    expect(parseToml(toml, {}, contents)).toEqual({ ok: false, problem: message });
  });

  it('cannot pollute prototypes', () => {
    expect(parseToml('[__proto__]\npolluted = true\n')).toMatchObject({ ok: false });
    expect({}).not.toHaveProperty('polluted');
  });
});
