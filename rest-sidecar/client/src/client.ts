import type { Answer } from './answer.ts';
import type {
  CoinsTrades,
  EventsByServer,
  EventsOfServer,
  HealthResponse,
  Server,
  Servers,
  VotingsByServer,
  VotingsOfServer,
} from './api-types.ts';
import { ConditionalGet } from './conditional-get.ts';

export interface ClientOptions {
  /** Another `fetch` than the platform's. */
  readonly fetch?: typeof fetch | undefined;
  /** How long an answer may take, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
  /** How many answers are kept with their ETag, one for each request. Default: 100. */
  readonly cacheSize?: number | undefined;
}

export interface AskOptions {
  /** Ends the request, which is then rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Reads what is `One` where the query has `Key`, `All` without it, and either where it may be undefined. */
export interface Lookup<Key extends string, One, All> {
  (query: Readonly<Record<Key, string>>, options?: AskOptions): Promise<Answer<One>>;
  (query?: NoQuery, options?: AskOptions): Promise<Answer<All>>;
  (
    query: Readonly<Partial<Record<Key, string | undefined>>>,
    options?: AskOptions,
  ): Promise<Answer<One | All>>;
}

/** The operations of the interface, by their operationId. */
export interface Client {
  /** The latest trades of the coin exchange, newest first: at most `limit` of them, or 100. */
  getCoinsTrades(
    query?: { readonly limit?: number | undefined },
    options?: AskOptions,
  ): Promise<Answer<CoinsTrades>>;
  /** The active events of one server, none where there is no such server; or of all servers that have any. */
  readonly getEvents: Lookup<'server', EventsOfServer, EventsByServer>;
  /** Whether the other answers are current. */
  getHealth(query?: NoQuery, options?: AskOptions): Promise<Answer<HealthResponse>>;
  /** One server, or a bad answer with status 404 where none has this id; or all known servers. */
  readonly getServers: Lookup<'id', Server, Servers>;
  /**
   * The active votings, with the votes of each candidate, of one server, none where there is no such server;
   * or of all.
   */
  readonly getVotings: Lookup<'server', VotingsOfServer, VotingsByServer>;
}

export type NoQuery = Readonly<Record<string, never>>;

type Query = Readonly<Record<string, string | number | undefined>>;

/**
 * Pages and workers have a cache of HTTP behind `fetch`; Node, Deno and Bun have none. By what a worker of a
 * browser has and no other platform, as `WorkerGlobalScope` is to be found elsewhere too.
 */
const HAS_HTTP_CACHE = 'document' in globalThis || 'importScripts' in globalThis;

/**
 * @param baseUrl where the service is, such as `https://api.example.org`; in a page also a path, such as
 * `/api`
 * @throws {TypeError} where it is none
 */
export function createClient(baseUrl: string, options: ClientOptions = {}): Client {
  const { timeoutMs = 10_000, cacheSize = 100 } = options;
  // Not `options.fetch ?? fetch` as a method of an object: browsers want it called on nothing.
  const send: typeof fetch = (input, init) => (options.fetch ?? fetch)(input, init);
  const gets = new ConditionalGet({ fetch: send, timeoutMs, cacheSize, hasHttpCache: HAS_HTTP_CACHE });
  const root = rootOf(baseUrl);
  const operation =
    (path: string) =>
    <T>(query: Query = {}, { signal }: AskOptions = {}): Promise<Answer<T>> =>
      gets.get<T>(`${root}${path}${encode(query)}`, signal);
  return {
    getCoinsTrades: operation('/v1/coins-trades'),
    getEvents: operation('/v1/events'),
    getHealth: operation('/v1/health'),
    getServers: operation('/v1/servers'),
    getVotings: operation('/v1/votings'),
  };
}

function encode(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

/** What is taken for a path below the page's own. Anything else must be a whole URL. */
const PATH = /^\.{0,2}\//;

/**
 * @returns the URL without slashes at its end
 * @throws {TypeError} where it is no URL with http or https, or one with a query or a fragment
 */
function rootOf(baseUrl: string): string {
  const base = PATH.test(baseUrl) && 'document' in globalThis ? document.baseURI : undefined;
  const url = URL.canParse(baseUrl, base) ? new URL(baseUrl, base) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    const given = JSON.stringify(baseUrl);
    throw new TypeError(`The service's URL must be such as https://api.example.org, and is ${given}`);
  }
  return url.href.replace(/\/+$/, '');
}
