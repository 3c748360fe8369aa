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

/** The operator's settings as read, before validation, with the origin of each. */
export interface RawSettings {
  /** The default settings in the jar, as JSON. */
  readonly defaults: string;
  /** The operator's file, as JSON. */
  readonly written: string;
  /**
   * Returns the line of a dotted key in the operator's file; undefined if the file does not contain the key.
   */
  lineOf(key: string): number | undefined;
  /** Returns the contents of the file named by the setting with a dotted key; empty if it cannot be read. */
  contentsOf(key: string): string;
  acceptsChannel(name: string): boolean;
  /**
   * Returns the environment variable that overrides a dotted key, and its value; undefined if none is set.
   */
  fromEnvironment(key: string): { readonly variable: string; readonly value: string } | undefined;
}

type Table = Readonly<Record<string, unknown>>;

const TLS_FILES = [
  ['ca-file', 'certificates'],
  ['cert-file', 'certificates'],
  ['key-file', 'a private key'],
] as const;

/** The only valid names that some proxies reject are those with a dot. */
const NOT_ACCEPTED = 'must not contain a dot on this proxy: it needs Velocity 3.5 or later';

/**
 * Merges and validates the settings: environment, then operator's file, then defaults.
 * @returns the effective settings, or one line that names the first invalid setting and the problem, without
 * its value
 */
export function parseConfig(raw: RawSettings): Result<Config> {
  const written = readTable(raw.written);
  if (written === undefined) return { ok: false, problem: 'config.toml must not hold inf or nan' };
  const fileOnly = merge(JSON.parse(raw.defaults) as Table, written);
  const merged = withEnvironment(fileOnly, raw, '');
  const refuse = (key: string, problem: string) =>
    ({ ok: false, problem: `${placeOf(key, raw)}${key} ${problem}` }) as const;
  const { 'key-prefix': prefix } = isTable(merged['redis']) ? merged['redis'] : {};
  const problemOfPrefix = bracesProblem(String(prefix));
  if (problemOfPrefix !== undefined) return refuse('redis.key-prefix', problemOfPrefix);
  if (!validators.config(merged)) return { ok: false, problem: explain(validators.config.errors?.[0], raw) };
  const parsed = parseRedisUrl(merged.redis.url);
  if (!parsed.ok) return refuse('redis.url', parsed.problem);
  const natMap = parseNatMap(merged.redis['nat-map']);
  if (natMap === undefined) return refuse('redis.nat-map', NAT_MAP_PROBLEM);
  for (const [name, content] of TLS_FILES) {
    if (merged.redis[name] === '') continue;
    // Without TLS, the file would have no effect.
    if (!parsed.value.tls) return refuse(`redis.${name}`, 'is for TLS: redis.url must begin with rediss');
    if (raw.contentsOf(`redis.${name}`) === '')
      return refuse(`redis.${name}`, `must name a file with ${content} in PEM form`);
  }
  const tls = {
    authorities: raw.contentsOf('redis.ca-file'),
    certificate: raw.contentsOf('redis.cert-file'),
    key: raw.contentsOf('redis.key-file'),
  };
  if ((tls.certificate === '') !== (tls.key === ''))
    return refuse('redis.key-file', 'must be given together with redis.cert-file');
  const { namespace, 'legacy-alias': alias } = merged.channel;
  if (!raw.acceptsChannel(`${namespace}:${CHANNEL_NAME}`)) return refuse('channel.namespace', NOT_ACCEPTED);
  const aliasProblem = legacyAliasProblem(alias);
  if (aliasProblem !== undefined) return refuse('channel.legacy-alias', aliasProblem);
  if (alias.includes(':') && !raw.acceptsChannel(alias)) return refuse('channel.legacy-alias', NOT_ACCEPTED);
  const methodLimits = readMethodLimits(merged.limits);
  return { ok: true, value: { ...merged, redisUrl: parsed.value, natMap, tls, methodLimits } };
}

/** @returns undefined if the text contains inf or nan, which are numbers in TOML and not in JSON */
function readTable(json: string): Table | undefined {
  try {
    return JSON.parse(json) as Table;
  } catch {
    return undefined;
  }
}

/** Merges the written settings over the defaults, table by table. */
function merge(defaults: Table, written: Table): Table {
  const merged = Object.entries(written).map(([key, value]) => {
    const defaultValue = Object.hasOwn(defaults, key) ? defaults[key] : undefined;
    return [key, isTable(value) && isTable(defaultValue) ? merge(defaultValue, value) : value];
  });
  return Object.fromEntries([...Object.entries(defaults), ...merged]) as Table;
}

function withEnvironment(table: Table, raw: RawSettings, prefix: string): Table {
  const entries = Object.entries(table).map(([key, value]) => {
    if (isTable(value)) return [key, withEnvironment(value, raw, `${prefix}${key}.`)];
    const text = raw.fromEnvironment(prefix + key)?.value;
    if (text === undefined) return [key, value];
    return [key, typeof value === 'number' ? Number(text) : text];
  });
  return Object.fromEntries(entries) as Table;
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function explain(violation: SchemaViolation | undefined, raw: RawSettings): string {
  if (violation === undefined) return 'config.toml is not valid';
  const at = violation.instancePath.split('/').slice(1);
  if (violation.keyword === 'additionalProperties') {
    const key = [...at, String(violation.params['additionalProperty'])].join('.');
    return `${placeOf(key, raw)}there is no setting ${key}`;
  }
  const example = violation.keyword === 'pattern' ? exampleOf(at) : undefined;
  const key = at.join('.');
  if (example !== undefined) return `${placeOf(key, raw)}${key} must be written like ${example}`;
  return placeOf(key, raw) + describeViolation(violation, { whole: 'the file' }).replace(/\.$/, '');
}

function placeOf(key: string, raw: RawSettings): string {
  const variable = raw.fromEnvironment(key)?.variable;
  if (variable !== undefined) return `environment variable ${variable}: `;
  const line = raw.lineOf(key);
  return line === undefined ? 'config.toml: ' : `config.toml, line ${line}: `;
}

function exampleOf(path: readonly string[]): string | undefined {
  let schema: unknown = configSchema;
  for (const name of path) schema = (schema as { properties: Table }).properties[name];
  return (schema as { examples?: readonly string[] }).examples?.[0];
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

function dataIdentity({ redis, redisUrl: url }: Config): string {
  const database = url.topology === 'cluster' ? 0 : url.database;
  const master = url.topology === 'sentinel' ? url.master : '';
  return JSON.stringify([redis['key-prefix'], url.topology, database, master]);
}
