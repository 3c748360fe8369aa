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
import { rootOf } from './base-url.ts';
import { getConditionally } from './conditional-get.ts';
import { EtagCache } from './etag-cache.ts';

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

/** The operations of the interface, by their operationId. */
export interface Client {
  /** The latest trades of the coin exchange, newest first: at most `limit` of them, or 100. */
  getCoinsTrades(
    query?: { readonly limit?: number | undefined },
    options?: AskOptions,
  ): Promise<Answer<CoinsTrades>>;
  /** The active events of one server; none where there is no such server. */
  getEvents(query: { readonly server: string }, options?: AskOptions): Promise<Answer<EventsOfServer>>;
  /** The active events of all servers that have any. */
  getEvents(query?: NoQuery, options?: AskOptions): Promise<Answer<EventsByServer>>;
  /** Those of one server, an array, or of all, an object: as `server` is given or not. */
  getEvents(
    query: { readonly server?: string | undefined },
    options?: AskOptions,
  ): Promise<Answer<EventsOfServer | EventsByServer>>;
  /** Whether the other answers are current. */
  getHealth(query?: NoQuery, options?: AskOptions): Promise<Answer<HealthResponse>>;
  /** One server; a bad answer with status 404 where none has this id. */
  getServers(query: { readonly id: string }, options?: AskOptions): Promise<Answer<Server>>;
  /** All known servers. */
  getServers(query?: NoQuery, options?: AskOptions): Promise<Answer<Servers>>;
  /** One server or all of them: as `id` is given or not. */
  getServers(
    query: { readonly id?: string | undefined },
    options?: AskOptions,
  ): Promise<Answer<Server | Servers>>;
  /** The active votings of one server, with the votes of each candidate; none where there is no such server. */
  getVotings(query: { readonly server: string }, options?: AskOptions): Promise<Answer<VotingsOfServer>>;
  /** The active votings of all servers that have any. */
  getVotings(query?: NoQuery, options?: AskOptions): Promise<Answer<VotingsByServer>>;
  /** Those of one server, an array, or of all, an object: as `server` is given or not. */
  getVotings(
    query: { readonly server?: string | undefined },
    options?: AskOptions,
  ): Promise<Answer<VotingsOfServer | VotingsByServer>>;
}

export type NoQuery = Readonly<Record<string, never>>;

type Query = Readonly<Record<string, string | number | undefined>>;

/**
 * Pages and workers have a cache of HTTP behind `fetch`; Node, Deno and Bun have none. By what a worker of a browser has and
 * no other platform, as `WorkerGlobalScope` is to be found elsewhere too.
 */
const HAS_HTTP_CACHE = 'document' in globalThis || 'importScripts' in globalThis;

/**
 * @param baseUrl where the service is, such as `https://api.example.org`; in a page also a path, such as `/api`
 * @throws {TypeError} where it is none
 */
export function createClient(baseUrl: string, options: ClientOptions = {}): Client {
  const { timeoutMs = 10_000, cacheSize = 100 } = options;
  // Not `options.fetch ?? fetch` as a method of an object: browsers want it called on nothing.
  const send: typeof fetch = (input, init) => (options.fetch ?? fetch)(input, init);
  const cache = new EtagCache(cacheSize);
  const asker = { fetch: send, timeoutMs, cache, hasHttpCache: HAS_HTTP_CACHE };
  const root = rootOf(baseUrl);
  const operation =
    (path: string) =>
    <T>(query: Query = {}, { signal }: AskOptions = {}): Promise<Answer<T>> =>
      getConditionally<T>(asker, `${root}${path}${encode(query)}`, signal);
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
