import type { Result } from '../../result.ts';
import { describeNode } from './redis-node.ts';
import type { RedisNode } from './redis-node.ts';
import { decodePart, parseAuthority, RedisUrlProblem } from './redis-url-authority.ts';
import type { RedisCredentials } from './redis-url-authority.ts';

interface AnyRedisUrl {
  /** One or more; exactly one for a single server. */
  readonly nodes: readonly [RedisNode, ...RedisNode[]];
  /** Whether every connection uses TLS, including those to Sentinels. */
  readonly tls: boolean;
  /** Credentials for the servers with the data. */
  readonly credentials: RedisCredentials | undefined;
}

/** `redis://[user:password@]host[:6379][/database]` */
export interface RedisServerUrl extends AnyRedisUrl {
  readonly topology: 'server';
  /** 0 or more. */
  readonly database: number;
}

/**
 * `redis-sentinel://[user:password@]host[:26379],…[/database]?master=name[&sentinel-user=…][&sentinel-password=…]`
 */
export interface RedisSentinelUrl extends AnyRedisUrl {
  readonly topology: 'sentinel';
  readonly database: number;
  /** The name of the master in the Sentinels' configuration. */
  readonly master: string;
  /** Credentials for the Sentinels. */
  readonly sentinelCredentials: RedisCredentials | undefined;
}

/** `redis-cluster://[user:password@]host[:6379],…`; a cluster has one database. */
export interface RedisClusterUrl extends AnyRedisUrl {
  readonly topology: 'cluster';
}

/**
 * The address of Redis as operators configure it: one server, a master monitored by Sentinels, or a cluster.
 */
export type RedisUrl = RedisServerUrl | RedisSentinelUrl | RedisClusterUrl;

/** The allowed query parameters of a Sentinel URL. */
const QUERY_NAMES = ['master', 'sentinel-user', 'sentinel-password'];

const SERVER_PORT = 6379;
const SENTINEL_PORT = 26_379;

/** The parts of a Redis URL: scheme, authority, path, query. */
const PARTS = /^(redis|rediss)(-sentinel|-cluster)?:\/\/([^/?#]*)((?:\/[^?#]*)?)(?:\?([^#]*))?$/;

const SCHEMES = 'redis://, redis-sentinel:// or redis-cluster://, with rediss in place of redis for TLS';

/**
 * Parses the value of the Redis URL setting. The problem completes a sentence that starts with the setting's
 * name. It has no full stop and contains nothing of the text, which may be a password.
 */
export function parseRedisUrl(text: string): Result<RedisUrl> {
  try {
    return { ok: true, value: readUrl(text) };
  } catch (error) {
    if (error instanceof RedisUrlProblem) return { ok: false, problem: error.message };
    throw error;
  }
}

/** Returns hosts and ports for display, without credentials. */
export function describeNodes({ nodes }: RedisUrl): string {
  return nodes.map(describeNode).join(', ');
}

function readUrl(text: string): RedisUrl {
  const parts = PARTS.exec(text);
  if (parts === null) throw new RedisUrlProblem(reasonOf(text));
  if (/\s$/.test(text)) throw new RedisUrlProblem('must not end with a space or a line break');
  const [, scheme, topology, authority = '', path = '', query] = parts;
  const tls = scheme === 'rediss';
  if (topology !== '-sentinel' && query !== undefined)
    throw new RedisUrlProblem('must not have a query (? and after)');
  switch (topology) {
    case '-sentinel':
      return {
        topology: 'sentinel',
        tls,
        ...parseAuthority(authority, SENTINEL_PORT),
        database: readDatabase(path),
        ...parseSentinelQuery(query ?? ''),
      };
    case '-cluster':
      if (!['', '/'].includes(path))
        throw new RedisUrlProblem('must end after its hosts: a cluster has no databases to choose from');
      return { topology: 'cluster', tls, ...parseAuthority(authority, SERVER_PORT) };
    default: {
      const parsed = parseAuthority(authority, SERVER_PORT);
      if (parsed.nodes.length > 1)
        throw new RedisUrlProblem('must name one host, or begin with redis-sentinel:// or redis-cluster://');
      return { topology: 'server', tls, ...parsed, database: readDatabase(path) };
    }
  }
}

function reasonOf(text: string): string {
  if (/^rediss?(-sentinel|-cluster)?:\/\//.test(text)) return 'must percent-encode # as %23';
  return `must begin with ${SCHEMES}`;
}

function readDatabase(path: string): number {
  if (!/^(\/\d{0,9})?$/.test(path))
    throw new RedisUrlProblem('must end with the number of a database, as in /0');
  return Number(path.slice(1));
}

/**
 * Parses `master=name[&sentinel-user=…][&sentinel-password=…]`, in any order.
 * @throws {RedisUrlProblem}
 */
function parseSentinelQuery(query: string): Pick<RedisSentinelUrl, 'master' | 'sentinelCredentials'> {
  const fields = parseFields(query);
  const master = fields.get('master');
  if (master === undefined) {
    throw new RedisUrlProblem('must name the master of the Sentinels, as in ?master=mymaster');
  }
  const user = fields.get('sentinel-user');
  const password = fields.get('sentinel-password');
  if (password !== undefined) return { master, sentinelCredentials: { user, password } };
  if (user !== undefined) throw new RedisUrlProblem('must have a sentinel-password with its sentinel-user');
  return { master, sentinelCredentials: undefined };
}

function parseFields(query: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const part of query === '' ? [] : query.split('&')) {
    const [name = '', value = '', more] = part.split('=');
    const isKnown = QUERY_NAMES.includes(name) && !fields.has(name);
    if (!isKnown || value === '' || more !== undefined) {
      throw new RedisUrlProblem(
        `must have in its query only ${QUERY_NAMES.join(', ')}, each once and with a value`,
      );
    }
    fields.set(name, decodePart(value, 'its query'));
  }
  return fields;
}
