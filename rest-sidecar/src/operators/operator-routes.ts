import type { Scope } from '../../../shared/operators/scope.ts';
import { parsePlayer } from '../../../shared/operators/parse-player.ts';
import type { Readiness } from '../../../shared/operators/views.ts';
import type { RedisOperatorViews } from '../../../shared/redis/operators/redis-operator-views.ts';
import { NO_CLIENT, NO_PLAYER } from './operator-errors.ts';
import type { OperatorError } from './operator-errors.ts';

/** What a path answers with. */
export type OperatorAnswer =
  | { readonly kind: 'json'; readonly body: object; readonly status?: number }
  | { readonly kind: 'text'; readonly body: string; readonly contentType: string }
  | { readonly kind: 'error'; readonly error: OperatorError };

export interface OperatorRoute {
  /** Its groups are handed to `answer`. */
  readonly path: RegExp;
  /** What a token must be good for; undefined for what is open to all who reach the listener. */
  readonly scope: Scope | undefined;
  readonly answer: (parts: readonly string[], query: URLSearchParams) => Promise<OperatorAnswer>;
}

/** All figures, for Prometheus. */
export interface MetricsText {
  readonly contentType: string;
  readonly text: () => Promise<string>;
}

export interface OperatorRoutesDependencies {
  readonly views: RedisOperatorViews;
  readonly metrics: MetricsText;
  /** Whether all that answers the public serves data that is current. */
  readonly isReady: () => Promise<boolean>;
}

export function operatorRoutes({ views, metrics, isReady }: OperatorRoutesDependencies): OperatorRoute[] {
  return [
    {
      path: /^\/ready$/,
      // It says no more than getHealth does, and who checks it holds no secrets.
      scope: undefined,
      answer: async () => {
        const body: Readiness = { ready: await isReady() };
        return { kind: 'json', body, status: body.ready ? 200 : 503 };
      },
    },
    {
      path: /^\/metrics$/,
      scope: 'metrics:read',
      answer: async () => ({ kind: 'text', body: await metrics.text(), contentType: metrics.contentType }),
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
        return client === undefined ? refuse(NO_CLIENT) : json(await views.blocklistOf(client));
      },
    },
    {
      path: /^\/v1\/rate-limits$/,
      scope: 'rate-limits:read',
      answer: async (_parts, query) => {
        const [text = '', ...others] = query.getAll('player');
        const player = others.length === 0 ? parsePlayer(text) : undefined;
        return player === undefined ? refuse(NO_PLAYER) : json(await views.rateLimitsOf(player));
      },
    },
  ];
}

function json(body: object): OperatorAnswer {
  return { kind: 'json', body };
}

function refuse(error: OperatorError): OperatorAnswer {
  return { kind: 'error', error };
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
