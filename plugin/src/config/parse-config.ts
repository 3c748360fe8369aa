import { describeViolation } from '../../../shared/describe-violation.ts';
import type { MethodLimits } from '../../../shared/feature-control/methods.ts';
import type { FromSchema, SchemaViolation } from '../../../shared/json-schema.ts';
import { CHANNEL_NAME } from '../../../shared/protocol/channel.ts';
import { bracesProblem } from '../../../shared/redis/redis-keys.ts';
import { NAT_MAP_PROBLEM, parseNatMap } from '../../../shared/redis/url/nat-map.ts';
import type { NatMap } from '../../../shared/redis/url/nat-map.ts';
import { keyOf } from '../../../shared/redis/url/redis-node.ts';
import { parseRedisUrl } from '../../../shared/redis/url/redis-url.ts';
import type { RedisUrl } from '../../../shared/redis/url/redis-url.ts';
import type { Result } from '../../../shared/result.ts';
import { legacyAliasProblem } from './legacy-alias.ts';
import { readMethodLimits } from './method-limits.ts';
import { configSchema } from './schemas.ts';
import { validators } from './validators.js';

type Settings = FromSchema<typeof configSchema>;

export interface Config extends Settings {
  /** `redis.url`, parsed. */
  readonly redisUrl: RedisUrl;
  /** `redis.nat-map`, parsed. */
  readonly natMap: NatMap;
  readonly tls: TlsFiles;
  /** The limit of each method, from `limits`. */
  readonly methodLimits: MethodLimits;
}

/** The contents of the files for TLS, in PEM form; empty if no file is named. */
export interface TlsFiles {
  readonly authorities: string;
  /** The certificate of the plugin, and its private key. */
  readonly certificate: string;
  readonly key: string;
}

/** The settings as read, before validation, with the origin of each. Keys are dotted. */
export interface RawSettings {
  /** The effective values: environment, then operator's file, then defaults. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Returns the contents of the file that a setting names; empty if it cannot be read. */
  contentsOf(key: string): string;
  readonly acceptsChannel: (name: string) => boolean;
  /** Returns the line of a setting in the operator's file; undefined if the file does not contain it. */
  lineOf(key: string): number | undefined;
  /** Returns the environment variable that overrides a setting; undefined if none is set. */
  variableOf(key: string): string | undefined;
}

const TLS_FILES = [
  ['redis.ca-file', 'certificates'],
  ['redis.cert-file', 'certificates'],
  ['redis.key-file', 'a private key'],
] as const;

/**
 * Validates the settings.
 * @returns the effective settings, or one line that names the first invalid setting and the problem, without
 * its value
 */
export function parseConfig(raw: RawSettings): Result<Config> {
  const { values } = raw;
  const refuse = (key: string, problem: string) =>
    ({ ok: false, problem: `${placeOf(key, raw)}${key} ${problem}` }) as const;
  const problemOfPrefix = bracesProblem(String(values['redis.key-prefix']));
  if (problemOfPrefix !== undefined) return refuse('redis.key-prefix', problemOfPrefix);
  if (!validators.config(values)) return { ok: false, problem: explain(validators.config.errors?.[0], raw) };
  const parsed = parseRedisUrl(values['redis.url']);
  if (!parsed.ok) return refuse('redis.url', parsed.problem);
  const natMap = parseNatMap(values['redis.nat-map']);
  if (natMap === undefined) return refuse('redis.nat-map', NAT_MAP_PROBLEM);
  for (const [key, content] of TLS_FILES) {
    if (values[key] === '') continue;
    // Without TLS, the file would have no effect.
    if (!parsed.value.tls) return refuse(key, 'is for TLS: redis.url must begin with rediss');
    if (raw.contentsOf(key) === '') return refuse(key, `must name a file with ${content} in PEM form`);
  }
  const tls = {
    authorities: raw.contentsOf('redis.ca-file'),
    certificate: raw.contentsOf('redis.cert-file'),
    key: raw.contentsOf('redis.key-file'),
  };
  if ((tls.certificate === '') !== (tls.key === ''))
    return refuse('redis.key-file', 'must be given together with redis.cert-file');
  const { 'channel.namespace': namespace, 'channel.legacy-alias': alias } = values;
  if (!raw.acceptsChannel(`${namespace}:${CHANNEL_NAME}`))
    // The only valid names that some proxies reject are those with a dot.
    return refuse(
      'channel.namespace',
      'must not contain a dot on this proxy: it needs Velocity 3.5 or later',
    );
  const aliasProblem = legacyAliasProblem(alias, raw.acceptsChannel);
  if (aliasProblem !== undefined) return refuse('channel.legacy-alias', aliasProblem);
  const methodLimits = readMethodLimits(values);
  return { ok: true, value: { ...values, redisUrl: parsed.value, natMap, tls, methodLimits } };
}

function explain(violation: SchemaViolation | undefined, raw: RawSettings): string {
  if (violation?.keyword === 'additionalProperties') {
    const key = String(violation.params['additionalProperty']);
    return `${placeOf(key, raw)}there is no setting ${key}`;
  }
  const key = violation?.instancePath.split('/')[1] ?? '';
  if (violation?.keyword === 'pattern')
    return `${placeOf(key, raw)}${key} must be written like ${exampleOf(key)}`;
  return placeOf(key, raw) + describeViolation(violation, { whole: 'the file' }).replace(/\.$/, '');
}

function placeOf(key: string, raw: RawSettings): string {
  const variable = raw.variableOf(key);
  if (variable !== undefined) return `environment variable ${variable}: `;
  const line = raw.lineOf(key);
  return line === undefined ? 'config.toml: ' : `config.toml, line ${line}: `;
}

/** Returns an example of a text with a pattern. */
function exampleOf(key: string): string {
  const properties = configSchema.properties as Readonly<Record<string, { examples?: readonly string[] }>>;
  return properties[key]?.examples?.[0] ?? '';
}

/**
 * Whether two configurations name the same data: the same Redis, database and key prefix. For Sentinels and
 * clusters, one common node is enough, as others may have been added or replaced. Credentials and TLS are not
 * compared.
 */
export function namesSameData(first: Config, second: Config): boolean {
  const keys = new Set(second.redisUrl.nodes.map(keyOf));
  return (
    dataIdentity(first) === dataIdentity(second) && first.redisUrl.nodes.some((node) => keys.has(keyOf(node)))
  );
}

function dataIdentity({ redisUrl: url, ...config }: Config): string {
  const database = url.topology === 'cluster' ? 0 : url.database;
  const master = url.topology === 'sentinel' ? url.master : '';
  return JSON.stringify([config['redis.key-prefix'], url.topology, database, master]);
}
