import type { IncomingHttpHeaders } from 'node:http';
import type { OperatorViews } from './operator-views.ts';
import { json, NO_CLIENT, NO_PLAYER } from './operator-answers.ts';
import type { OperatorAnswer } from './operator-answers.ts';
import type { IssuedToken, Scope } from './token.ts';

export interface OperatorRoute {
  /** Its groups are handed to `answer`. */
  readonly path: RegExp;
  /**
   * What a token must be good for; undefined for what is open to all who reach the listener; `any` for what
   * every valid token may ask.
   */
  readonly scope: Scope | 'any' | undefined;
  /** A method that writes; GET and HEAD by default. */
  readonly method?: 'PUT' | 'DELETE' | 'POST';
  readonly answer: (
    parts: readonly string[],
    query: URLSearchParams,
    asker: OperatorAsker,
  ) => Promise<OperatorAnswer>;
}

/** Who sends a request to the operator listener, and what it says beside path and query. */
export interface OperatorAsker {
  /** Undefined where the route needs none. */
  readonly token: IssuedToken | undefined;
  readonly headers: IncomingHttpHeaders;
  /** What the JSON of a request that writes holds; undefined where it has no body. */
  readonly body?: unknown;
}

export interface OperatorRoutesDependencies {
  readonly views: OperatorViews;
  /** @returns all figures, for Prometheus */
  readonly metrics: () => Promise<string>;
  /** Of the figures. */
  readonly contentType: string;
  /** Whether all that answers the public serves data that is current. */
  readonly isReady: () => Promise<boolean>;
}

export function operatorRoutes({
  views,
  metrics,
  contentType,
  isReady,
}: OperatorRoutesDependencies): OperatorRoute[] {
  return [
    {
      path: /^\/ready$/,
      // It says no more than getHealth does, and who checks it holds no secrets.
      scope: undefined,
      answer: async () => {
        const ready = await isReady();
        return json({ ready }, ready ? 200 : 503);
      },
    },
    {
      path: /^\/metrics$/,
      scope: 'metrics:read',
      answer: async () => ({ status: 200, contentType, body: await metrics(), headers: [] }),
    },
    {
      path: /^\/v1\/blocklists$/,
      scope: 'blocklists:read',
      answer: async () => json(await views.blocklists()),
    },
    {
      path: /^\/v1\/blocklists\/([^/]*)$/,
      scope: 'blocklists:read',
      answer: async ([encoded = '']) => {
        const client = parseClient(encoded);
        return client === undefined ? NO_CLIENT : json(await views.blocklistOf(client));
      },
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

/** @returns undefined where it is no identifier of a mod (G13) */
function parseClient(encoded: string): string | undefined {
  try {
    const client = decodeURIComponent(encoded);
    return /^[\s\S]{1,128}$/u.test(client) ? client : undefined;
  } catch {
    return undefined;
  }
}

const UUID = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i;

/**
 * A player's UUID in any of its usual spellings.
 * @returns in lower case with hyphens; undefined for any other text
 */
function parsePlayer(text: string): string | undefined {
  const [, ...parts] = UUID.exec(text) ?? [];
  return parts.length === 0 ? undefined : parts.join('-').toLowerCase();
}
