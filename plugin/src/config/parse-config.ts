import { describeViolation } from '../../../shared/describe-violation.ts';
import type { MethodLimits } from '../../../shared/feature-control/methods.ts';
import type { FromSchema, SchemaViolation } from '../../../shared/json-schema.ts';
import { CHANNEL_NAME } from '../../../shared/protocol/channel.ts';
import { parseRedisUrl } from '../../../shared/redis/url/redis-url.ts';
import type { RedisNode } from '../../../shared/redis/url/redis-url-authority.ts';
import type { RedisUrl } from '../../../shared/redis/url/redis-url.ts';
import { readMethodLimits } from './method-limits.ts';
import { configSchema } from './schemas.ts';
import { validators } from './validators.js';

type Settings = FromSchema<typeof configSchema>;

export interface Config extends Settings {
  /** `redis.url`, parsed. */
  readonly redisUrl: RedisUrl;
  /**
   * The certificates in the file named by `redis.ca-file`, each as Base64 of its DER form. Empty if no file
   * is named.
   */
  readonly certificates: readonly string[];
  /** The limit of each method, from `limits`. */
  readonly methodLimits: MethodLimits;
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
  /** Contents of the file named by `redis.ca-file`; empty if it cannot be read. */
  readonly caCertificates: string;
  /** Returns why the proxy does not accept a channel of that name, as a clause; undefined if it does. */
  channelProblem(name: string): string | undefined;
  /**
   * Returns the environment variable that overrides a dotted key, and its value; undefined if none is set.
   */
  fromEnvironment(key: string): { readonly variable: string; readonly value: string } | undefined;
}

export type ParsedConfig =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly message: string };

type Table = Readonly<Record<string, unknown>>;

const CERTIFICATE = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END/g;

/**
 * Merges and validates the settings: environment, then operator's file, then defaults.
 * @returns the effective settings, or one line that names the first invalid setting and the problem, without
 * its value
 */
export function parseConfig(raw: RawSettings): ParsedConfig {
  const written = readTable(raw.written);
  if (written === undefined) return { ok: false, message: 'config.toml must not hold inf or nan' };
  const fileOnly = merge(JSON.parse(raw.defaults) as Table, written);
  const merged = withEnvironment(fileOnly, raw, '');
  if (!validators.config(merged)) return { ok: false, message: explain(validators.config.errors?.[0], raw) };
  const refuse = (key: string, problem: string) =>
    ({ ok: false, message: `${placeOf(key, raw)}${key} ${problem}` }) as const;
  const parsed = parseRedisUrl(merged.redis.url);
  if (!parsed.ok) return refuse('redis.url', parsed.problem);
  const certificates = merged.redis['ca-file'] === '' ? [] : readCertificates(raw.caCertificates);
  const problem = caFileProblem(merged.redis['ca-file'], parsed.url, certificates);
  if (problem !== undefined) return refuse('redis.ca-file', problem);
  const { namespace, 'legacy-alias': alias } = merged.channel;
  const namespaceProblem = raw.channelProblem(`${namespace}:${CHANNEL_NAME}`);
  if (namespaceProblem !== undefined) return refuse('channel.namespace', namespaceProblem);
  const aliasProblem = alias.includes(':') ? raw.channelProblem(alias) : undefined;
  if (aliasProblem !== undefined) return refuse('channel.legacy-alias', aliasProblem);
  const methodLimits = readMethodLimits(merged.limits);
  return { ok: true, config: { ...merged, redisUrl: parsed.url, certificates, methodLimits } };
}

function caFileProblem(file: string, { tls }: RedisUrl, certificates: readonly string[]): string | undefined {
  if (file === '') return undefined;
  // Without TLS, the certificates would have no effect.
  if (!tls) return 'is for TLS: redis.url must begin with rediss';
  return certificates.length === 0 ? 'must name a file with certificates in PEM form' : undefined;
}

/** Returns the certificates of a PEM text, each as Base64 of its DER form. Other content is ignored. */
function readCertificates(pem: string): string[] {
  return [...pem.matchAll(CERTIFICATE)].map(([, base64 = '']) => base64.replace(/\s/g, ''));
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
    return [key, raw.fromEnvironment(prefix + key)?.value ?? value];
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
  if (first.redis['key-prefix'] !== second.redis['key-prefix']) return false;
  return (
    dataIdentity(first) === dataIdentity(second) && shareNode(first.redisUrl.nodes, second.redisUrl.nodes)
  );
}

function dataIdentity({ redisUrl: url }: Config): string {
  if (url.kind === 'cluster') return url.kind;
  return [url.kind, url.database, ...(url.kind === 'sentinel' ? [url.master] : [])].join(' ');
}

function shareNode(first: readonly RedisNode[], second: readonly RedisNode[]): boolean {
  return first.some((a) => second.some((b) => a.host === b.host && a.port === b.port));
}
