import type {
  LimitedPlayers,
  ListBody,
  Lists,
  Names,
  Nodes,
  RejectedList,
  Session,
} from '../../../shared/rest/console.ts';
import { json, NO_LIST, NO_SUCH_PATH } from '../operator-answers.ts';
import type { OperatorRoute } from '../operator-routes.ts';
import type { ConsoleClock } from './console-clock.ts';
import { LIST_NAME } from './console-lists.ts';
import type { ConsoleLists } from './console-lists.ts';
import type { EventStreams } from './event-streams.ts';
import type { NodeHistory } from './node-history.ts';

export interface ConsoleRoutesDependencies {
  readonly lists: ConsoleLists;
  readonly limited: () => Promise<LimitedPlayers>;
  readonly nodes: NodeHistory;
  readonly rejected: () => RejectedList;
  readonly names: () => Promise<Names>;
  readonly streams: EventStreams;
  readonly clock: ConsoleClock;
}

/** The routes that the console in the browser reads, each with the scope that it needs. */
export function consoleRoutes(dependencies: ConsoleRoutesDependencies): OperatorRoute[] {
  return [...sessionRoutes(dependencies), ...listRoutes(dependencies), ...stateRoutes(dependencies)];
}

function sessionRoutes({ clock, streams }: ConsoleRoutesDependencies): OperatorRoute[] {
  return [
    {
      path: /^\/v1\/session$/,
      scope: 'any',
      answer: async (_parts, _query, { token }) => {
        if (token === undefined) return NO_SUCH_PATH;
        const { name, scopes, expiresAt } = token;
        return json({ name, scopes, expiresAt, nowMs: await clock.epochMs() } satisfies Session);
      },
    },
    {
      path: /^\/v1\/console\/events$/,
      scope: 'any',
      answer: (_parts, _query, { token, headers }) => {
        const [id, tab] = [headers['last-event-id'], headers['console-tab']];
        const answer = token && streams.open(token, textOf(id), textOf(tab));
        return Promise.resolve(answer ?? NO_SUCH_PATH);
      },
    },
  ];
}

function textOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}

function listRoutes({ lists, names }: ConsoleRoutesDependencies): OperatorRoute[] {
  return [
    {
      path: /^\/v1\/console\/names$/,
      scope: 'blocklists:read',
      answer: async () => json(await names()),
    },
    {
      path: /^\/v1\/console\/lists$/,
      scope: 'blocklists:read',
      answer: () => Promise.resolve(json({ lists: lists.all() } satisfies Lists)),
    },
    {
      path: /^\/v1\/console\/lists\/([^/]*)$/,
      scope: 'blocklists:read',
      answer: async ([list]) => {
        if (list === undefined || !LIST_NAME.test(list)) return NO_LIST;
        const { version, features, until, isComplete } = await lists.contents(list);
        const entries = { features: [...features], until: Object.fromEntries(until) };
        return json({ list, version, complete: isComplete, ...entries } satisfies ListBody);
      },
    },
  ];
}

function stateRoutes({ clock, limited, nodes, rejected }: ConsoleRoutesDependencies): OperatorRoute[] {
  return [
    {
      path: /^\/v1\/console\/nodes$/,
      scope: 'metrics:read',
      answer: async () => json({ nowMs: await clock.epochMs(), nodes: nodes.all() } satisfies Nodes),
    },
    {
      path: /^\/v1\/console\/rejected$/,
      scope: 'metrics:read',
      answer: () => Promise.resolve(json(rejected())),
    },
    {
      path: /^\/v1\/console\/rate-limits$/,
      scope: 'rate-limits:read',
      answer: async () => json(await limited()),
    },
  ];
}
