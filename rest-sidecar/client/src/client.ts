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
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** The timeout of a request, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
  /** The maximum number of answers that are cached with their ETags, one per request URL. Default: 100. */
  readonly cacheSize?: number | undefined;
}

export interface RequestOptions {
  /** Aborts the request, which is then rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * An operation that returns `One` if the query has `Key`, `All` without it, and either of them if it may be
 * undefined.
 */
export interface Lookup<Key extends string, One, All> {
  (query: Readonly<Record<Key, string>>, options?: RequestOptions): Promise<Answer<One>>;
  (query?: NoQuery, options?: RequestOptions): Promise<Answer<All>>;
  (
    query: Readonly<Partial<Record<Key, string | undefined>>>,
    options?: RequestOptions,
  ): Promise<Answer<One | All>>;
}

/** The operations of the REST interface, named by their operationId. */
export interface Client {
  /** Returns the latest trades of the coin exchange, newest first: at most `limit`, by default 100. */
  getCoinsTrades(
    query?: { readonly limit?: number | undefined },
    options?: RequestOptions,
  ): Promise<Answer<CoinsTrades>>;
  /**
   * Returns the active events of one server (empty for an unknown server), or of all servers that have any.
   */
  readonly getEvents: Lookup<'server', EventsOfServer, EventsByServer>;
  /** Returns whether the other operations return current data. */
  getHealth(query?: NoQuery, options?: RequestOptions): Promise<Answer<HealthResponse>>;
  /** Returns one server (an error answer with status 404 if none has this id), or all known servers. */
  readonly getServers: Lookup<'id', Server, Servers>;
  /**
   * Returns the active votings of one server (empty for an unknown server), or of all servers that have any,
   * with the votes of each candidate.
   */
  readonly getVotings: Lookup<'server', VotingsOfServer, VotingsByServer>;
}

export type NoQuery = Readonly<Record<string, never>>;

type Query = Readonly<Record<string, string | number | undefined>>;

/**
 * Whether `fetch` has an HTTP cache: it has one in pages and workers of browsers, and none in Node, Deno and
 * Bun. Workers are detected by `importScripts`, as other platforms have `WorkerGlobalScope` too.
 */
const HAS_HTTP_CACHE = 'document' in globalThis || 'importScripts' in globalThis;

/**
 * @param baseUrl the URL of the service, such as `https://api.example.org`; in a page also a path, such as
 * `/api`
 * @throws {TypeError} if it is invalid
 */
export function createClient(baseUrl: string, options: ClientOptions = {}): Client {
  const { timeoutMs = 10_000, cacheSize = 100 } = options;
  // Calls `fetch` as a function, not as a method of an object: browsers require that.
  const send: typeof fetch = (input, init) => (options.fetch ?? fetch)(input, init);
  const gets = new ConditionalGet({ fetch: send, timeoutMs, cacheSize, hasHttpCache: HAS_HTTP_CACHE });
  const root = rootOf(baseUrl);
  const operation =
    (path: string) =>
    <T>(query: Query = {}, { signal }: RequestOptions = {}): Promise<Answer<T>> =>
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
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return parameters.length === 0 ? '' : `?${new URLSearchParams(parameters).toString()}`;
}

/** A path relative to the URL of the page. Any other text must be an absolute URL. */
const PATH = /^\.{0,2}\//;

/**
 * @returns the URL without trailing slashes
 * @throws {TypeError} if it is not an http or https URL, or has a query or a fragment
 */
function rootOf(baseUrl: string): string {
  const base = PATH.test(baseUrl) && 'document' in globalThis ? document.baseURI : undefined;
  const url = URL.canParse(baseUrl, base) ? new URL(baseUrl, base) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    const given = JSON.stringify(baseUrl);
    throw new TypeError(`The service's URL must be like https://api.example.org, but is ${given}`);
  }
  let end = url.href.length;
  while (url.href.charAt(end - 1) === '/') end -= 1;
  return url.href.slice(0, end);
}
