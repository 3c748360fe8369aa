import type { IncomingHttpHeaders } from 'node:http';
import type { OperatorViews } from './operator-views.ts';
import { json, NO_CLIENT, NO_PLAYER } from './operator-answers.ts';
import type { OperatorAnswer } from './operator-answers.ts';
import type { IssuedToken, Scope } from './token.ts';

export interface OperatorRoute {
  /**
   * Matches the path of a request. Its groups are decoded and passed to `answer`; a group that is not
   * percent-encoded UTF-8 is undefined.
   */
  readonly path: RegExp;
  /** The scope that a token must have; `any` for any valid token; undefined if no token is needed. */
  readonly scope: Scope | 'any' | undefined;
  /** The method, if the route writes; GET and HEAD without it. */
  readonly method?: 'PUT' | 'DELETE' | 'POST';
  readonly answer: (
    parts: readonly (string | undefined)[],
    query: URLSearchParams,
    request: OperatorRequest,
  ) => Promise<OperatorAnswer>;
}

/** A request to the operator listener, apart from path and query. */
export interface OperatorRequest {
  /** The token of the request; undefined if the route needs none. */
  readonly token: IssuedToken | undefined;
  readonly headers: IncomingHttpHeaders;
  /** The parsed JSON body of a request that writes; undefined without a body. */
  readonly body?: unknown;
}

export interface OperatorRoutesDependencies {
  readonly views: OperatorViews;
  /** Returns the metrics in the text format of Prometheus. */
  readonly metrics: () => Promise<string>;
  /** The content type of the metrics. */
  readonly contentType: string;
  /** Returns whether the public interface serves current data. */
  readonly isReady: () => boolean;
}

/** The routes of readiness, metrics, and the views of blocklists and rate limits. */
export function operatorRoutes({
  views,
  metrics,
  contentType,
  isReady,
}: OperatorRoutesDependencies): OperatorRoute[] {
  return [
    {
      path: /^\/ready$/,
      // It reveals no more than getHealth, and health checks have no token.
      scope: undefined,
      answer: () => {
        const ready = isReady();
        return Promise.resolve(json({ ready }, ready ? 200 : 503));
      },
    },
    {
      path: /^\/metrics$/,
      scope: 'metrics:read',
      answer: async () => ({ status: 200, contentType, body: await metrics(), headers: [] }),
    },
    ...viewRoutes(views),
  ];
}

function viewRoutes(views: OperatorViews): OperatorRoute[] {
  return [
    {
      path: /^\/v1\/blocklists$/,
      scope: 'blocklists:read',
      answer: async () => json(await views.blocklists()),
    },
    {
      path: /^\/v1\/blocklists\/([^/]*)$/,
      scope: 'blocklists:read',
      answer: async ([client]) =>
        client !== undefined && CLIENT.test(client) ? json(await views.blocklistOf(client)) : NO_CLIENT,
    },
    {
      path: /^\/v1\/rate-limits$/,
      scope: 'rate-limits:read',
      answer: async (_parts, query) => {
        const [text = '', ...others] = query.getAll('player');
        const player = others.length === 0 ? parsePlayer(text) : undefined;
        return player === undefined ? NO_PLAYER : json(await views.rateLimitsOf(player));
      },
    },
  ];
}

/** A valid identifier of a mod (G13). */
const CLIENT = /^[\s\S]{1,128}$/u;

const UUID = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i;

/**
 * Parses a player's UUID, with or without hyphens.
 * @returns the UUID in lower case with hyphens; undefined for any other text
 */
function parsePlayer(text: string): string | undefined {
  const [, ...parts] = UUID.exec(text) ?? [];
  return parts.length === 0 ? undefined : parts.join('-').toLowerCase();
}
