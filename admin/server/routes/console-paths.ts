import type { Mirror } from '../../../shared/redis/mirror/mirror.ts';
import type {
  BlockingLists,
  LimitedPlayers,
  Lists as ListsBody,
  Names,
  Nodes,
  Session,
} from '../../../shared/rest/console.ts';
import type { EventStreams } from '../console/event-streams.ts';
import type { Lists } from '../console/lists.ts';
import type { NodeHistory } from '../console/node-history.ts';
import type { Paths } from '../endpoints.ts';
import type { LinkSession } from '../link-session.ts';
import { NO_LIST, NOT_LOADED, refuse } from '../refusals.ts';

export interface ConsolePathsDependencies {
  readonly lists: Lists;
  readonly limited: () => Promise<LimitedPlayers>;
  readonly nodes: NodeHistory;
  readonly mirror: Pick<Mirror, 'rejected' | 'rejectedCount' | 'wrongTypeCount'>;
  readonly names: () => Names;
  readonly streams: EventStreams;
  readonly session: LinkSession;
  /** The time of Redis, in whole milliseconds since the epoch. */
  readonly redisNow: () => Promise<number>;
}

/** Maximum number of rejected values that are listed. */
const MAX_REJECTED = 1000;

/** What the console in the browser reads, each with the scope that it needs. */
export function consolePaths(dependencies: ConsolePathsDependencies): Paths {
  const { limited, lists, mirror, names, nodes, redisNow, session, streams } = dependencies;
  return {
    '/v1/session': {
      get: {
        scope: 'any',
        async handle(_request, response, { name, scopes, expiresAt }) {
          response.json({ name, scopes, expiresAt, nowMs: await redisNow() } satisfies Session);
        },
      },
      delete: {
        scope: 'any',
        handle(_request, response, { hash }) {
          if (session.end(hash)) streams.recheck(hash, undefined);
          response.status(204).end();
        },
      },
    },
    '/v1/console/events': {
      get: {
        scope: 'any',
        handle(request, response, token) {
          streams.open(response, token, request.get('last-event-id'), request.get('console-tab'));
        },
      },
    },
    '/v1/console/names': {
      get: {
        scope: 'blocklists:read',
        handle(_request, response) {
          response.json(names());
        },
      },
    },
    '/v1/console/lists': {
      get: {
        scope: 'blocklists:read',
        handle(_request, response) {
          if (lists.isLoaded) response.json({ lists: lists.all() } satisfies ListsBody);
          else refuse(response, NOT_LOADED);
        },
      },
    },
    '/v1/console/lists/{:list}': {
      get: {
        scope: 'blocklists:read',
        handle({ params: { list } }, response) {
          const body = lists.find(typeof list === 'string' ? list : '');
          if (body === undefined) refuse(response, NO_LIST);
          else if (lists.isLoaded) response.json(body);
          else refuse(response, NOT_LOADED);
        },
      },
    },
    '/v1/console/features/:feature': {
      get: {
        scope: 'blocklists:read',
        handle({ params: { feature } }, response) {
          const found = lists.blocking(String(feature));
          if (lists.isLoaded) response.json({ lists: found } satisfies BlockingLists);
          else refuse(response, NOT_LOADED);
        },
      },
    },
    '/v1/console/nodes': {
      get: {
        scope: 'metrics:read',
        async handle(_request, response) {
          response.json({ nowMs: await redisNow(), nodes: nodes.all() } satisfies Nodes);
        },
      },
    },
    '/v1/console/rejected': {
      get: {
        scope: 'metrics:read',
        handle(_request, response) {
          const total = mirror.rejectedCount + mirror.wrongTypeCount;
          response.json({ rejected: mirror.rejected(MAX_REJECTED), total });
        },
      },
    },
    '/v1/console/rate-limits': {
      get: {
        scope: 'rate-limits:read',
        async handle(_request, response) {
          response.json(await limited());
        },
      },
    },
  };
}
