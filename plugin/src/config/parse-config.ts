import { describeViolation } from '../../../shared/describe-violation.ts';
import type { MethodLimits } from '../../../shared/feature-control/methods.ts';
import type { FromSchema, SchemaViolation } from '../../../shared/json-schema.ts';
import { parseRedisUrl } from '../../../shared/redis/url/redis-url.ts';
import type { RedisNode } from '../../../shared/redis/url/redis-url-authority.ts';
import type { RedisUrl } from '../../../shared/redis/url/redis-url.ts';
import { readMethodLimits } from './method-limits.ts';
import { configSchema } from './schemas.ts';
import { validators } from './validators.js';

type Settings = FromSchema<typeof configSchema>;

export interface Config extends Settings {
  /** What `redis.url` says. */
  readonly redisUrl: RedisUrl;
  /**
   * What `redis.ca-file` holds: certificates, each the Base64 of one in DER. Empty where no file is named.
   */
  readonly certificates: readonly string[];
  /** What `limits` says of each method. */
  readonly methodLimits: MethodLimits;
}

/** The operator's settings as they were read, with where each comes from. */
export interface RawSettings {
  /** JSON of the file that the jar carries, and of the operator's. */
  readonly defaults: string;
  readonly written: string;
  /** By dotted key; undefined where the operator's file does not have it. */
  lineOf(key: string): number | undefined;
  /** What is in the file that `redis.ca-file` names; empty where it cannot be read. */
  readonly authority: string;
  /** What the environment says of a dotted key. */
  fromEnvironment(key: string): { readonly variable: string; readonly value: string } | undefined;
}

export type ParsedConfig =
  { readonly ok: true; readonly config: Config } | { readonly ok: false; readonly message: string };

type Table = Readonly<Record<string, unknown>>;

const CERTIFICATE = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END/g;

/**
 * @returns the settings that count, or one line that names what is wrong with the first that cannot be used,
 * without its value
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
  const certificates = merged.redis['ca-file'] === '' ? [] : readCertificates(raw.authority);
  const problem = authorityProblem(merged.redis['ca-file'], parsed.url, certificates);
  if (problem !== undefined) return refuse('redis.ca-file', problem);
  const methodLimits = readMethodLimits(merged.limits);
  return { ok: true, config: { ...merged, redisUrl: parsed.url, certificates, methodLimits } };
}

function authorityProblem(
  file: string,
  { tls }: RedisUrl,
  certificates: readonly string[],
): string | undefined {
  if (file === '') return undefined;
  // A configured authority implies TLS.
  if (!tls) return 'is for TLS: redis.url must begin with rediss';
  return certificates.length === 0 ? 'must name a file with certificates in PEM form' : undefined;
}

/**
 * @returns those of a text in PEM form, each the Base64 of one in DER; whatever else is in the text is left
 * out
 */
function readCertificates(pem: string): string[] {
  return [...pem.matchAll(CERTIFICATE)].map(([, base64 = '']) => base64.replace(/\s/g, ''));
}

/** @returns undefined for the numbers of TOML that are none in JSON */
function readTable(json: string): Table | undefined {
  try {
    return JSON.parse(json) as Table;
  } catch {
    return undefined;
  }
}

/** What is written wins, table by table. */
function merge(defaults: Table, written: Table): Table {
  const merged = Object.entries(written).map(([key, value]) => {
    const standard = Object.hasOwn(defaults, key) ? defaults[key] : undefined;
    return [key, isTable(value) && isTable(standard) ? merge(standard, value) : value];
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
 * Whether two configurations mean the same lists: the same Redis, database and key prefix. Of Sentinels and
 * clusters, one common server is enough, as others may have been added or replaced; credentials and TLS do
 * not count.
 */
export function namesSameData(one: Config, other: Config): boolean {
  if (one.redis['key-prefix'] !== other.redis['key-prefix']) return false;
  return whichData(one) === whichData(other) && shareNode(one.redisUrl.nodes, other.redisUrl.nodes);
}

function whichData({ redisUrl: url }: Config): string {
  if (url.kind === 'cluster') return url.kind;
  return [url.kind, url.database, ...(url.kind === 'sentinel' ? [url.master] : [])].join(' ');
}

function shareNode(some: readonly RedisNode[], others: readonly RedisNode[]): boolean {
  return some.some(({ host, port }) => others.some((other) => other.host === host && other.port === port));
}
