import type { OperatorAddress } from './operators/operator-listener.ts';

/** What the sidecar is told by its environment. */
export interface SidecarConfig {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly redisUrl: string;
  readonly keyPrefix: string;
  /** The most trades that one request is answered with (G3). */
  readonly coinsTradesMaximum: number;
  /** How often changes are looked for that nobody told of, in milliseconds. */
  readonly resyncMs: number;
  readonly cacheControl: string;
  /** Processes behind the one port. */
  readonly workers: number;
  /** Connections at the same time, in each process. */
  readonly maxConnections: number;
  /** An idle connection is kept for this many milliseconds. */
  readonly keepAliveMs: number;
  readonly logLevel: LogLevel;
  /** Where operators are listened for, apart from the public; undefined for nowhere. */
  readonly operators: OperatorAddress | undefined;
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type ParsedConfig =
  { readonly ok: true; readonly config: SidecarConfig } | { readonly ok: false; readonly problem: string };

type Environment = Readonly<Record<string, string | undefined>>;

/** A value that will not do, told in one line that names its variable. Never thrown beyond this file. */
class Unsuitable extends Error {}

/** Reads the environment. An empty variable counts as absent. The first bad value is told, and never repeated where it may hold a password. */
export function parseConfig(environment: Environment): ParsedConfig {
  try {
    return { ok: true, config: readConfig(new Variables(environment)) };
  } catch (error) {
    if (error instanceof Unsuitable) return { ok: false, problem: error.message };
    throw error;
  }
}

const HOST = /^[\w.:%-]+$/;

function readConfig(variables: Variables): SidecarConfig {
  return {
    host: variables.text('HOST', '127.0.0.1', HOST, 'a host name or an address'),
    port: variables.integer('PORT', 8080, { from: 0, to: 65_535 }),
    redisUrl: variables.redisUrl('REDIS_URL', 'redis://127.0.0.1:6379'),
    keyPrefix: variables.text('KEY_PREFIX', 'fc:', /^[!-~]{1,64}$/, '1 to 64 visible ASCII characters'),
    coinsTradesMaximum: variables.integer('COINS_TRADES_MAXIMUM', 1000, { from: 1, to: 100_000 }),
    resyncMs: 1000 * variables.integer('RESYNC_SECONDS', 10, { from: 1, to: 86_400 }),
    cacheControl: readCacheControl(variables),
    workers: variables.integer('WORKERS', 1, { from: 1, to: 256 }),
    maxConnections: variables.integer('MAX_CONNECTIONS', 10_000, { from: 1, to: 1_000_000 }),
    keepAliveMs: 1000 * variables.integer('KEEP_ALIVE_SECONDS', 65, { from: 1, to: 3600 }),
    logLevel: variables.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    operators: readOperators(variables),
  };
}

function readOperators(variables: Variables): OperatorAddress | undefined {
  const host = variables.text('OPERATORS_HOST', '127.0.0.1', HOST, 'a host name or an address');
  // Off unless a port is given; 0 is any free one.
  if (!variables.isGiven('OPERATORS_PORT')) return undefined;
  return { host, port: variables.integer('OPERATORS_PORT', 0, { from: 0, to: 65_535 }) };
}

function readCacheControl(variables: Variables): string {
  const aYear = { from: 0, to: 31_536_000 };
  const maxAge = variables.integer('CACHE_MAX_AGE_SECONDS', 1, aYear);
  const whileRevalidating = variables.integer('CACHE_STALE_WHILE_REVALIDATE_SECONDS', 5, aYear);
  const ifError = variables.integer('CACHE_STALE_IF_ERROR_SECONDS', 300, aYear);
  return `public, max-age=${maxAge}, stale-while-revalidate=${whileRevalidating}, stale-if-error=${ifError}`;
}

/** Environment variables by kind. */
class Variables {
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  isGiven(name: string): boolean {
    return this.#given(name) !== undefined;
  }

  text(name: string, standard: string, form: RegExp, meaning: string): string {
    const value = this.#given(name) ?? standard;
    if (!form.test(value)) throw new Unsuitable(`${name} must be ${meaning}`);
    return value;
  }

  integer(name: string, standard: number, { from, to }: { from: number; to: number }): number {
    const value = this.#given(name) ?? String(standard);
    const isWithin = /^\d{1,15}$/.test(value) && Number(value) >= from && Number(value) <= to;
    if (!isWithin) throw new Unsuitable(`${name} must be a whole number from ${from} to ${to}`);
    return Number(value);
  }

  oneOf<T extends string>(name: string, choices: readonly T[], standard: T): T {
    const value = this.#given(name) ?? standard;
    const choice = choices.find((candidate) => candidate === value);
    if (choice === undefined) throw new Unsuitable(`${name} must be one of: ${choices.join(', ')}`);
    return choice;
  }

  redisUrl(name: string, standard: string): string {
    const value = this.#given(name) ?? standard;
    if (!isRedisUrl(value)) {
      throw new Unsuitable(`${name} must be redis://host:port or rediss://user:password@host:port/database`);
    }
    return value;
  }
  #given(name: string): string | undefined {
    const value = this.#environment[name];
    return value === '' ? undefined : value;
  }
}

function isRedisUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname } = new URL(text);
  return /^rediss?:$/.test(protocol) && hostname !== '' && /^\/?\d*$/.test(pathname);
}
