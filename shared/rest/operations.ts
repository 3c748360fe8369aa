import { coinsTradesSchema } from './coins-trade.ts';
import { limitSchema } from './coins-trades-limit.ts';
import { errorResponseSchema } from './error-response.ts';
import { eventsByServerSchema, eventsOfServerSchema } from './event.ts';
import { healthResponseSchema } from './health.ts';
import { serverSchema, serversSchema } from './server.ts';
import { votingsByServerSchema, votingsOfServerSchema } from './voting.ts';

/** A query parameter. All are optional. */
interface OperationParameter {
  readonly name: string;
  readonly description: string;
  readonly schema: object;
}

/** One operation of the REST interface (section 4.1). */
export interface Operation {
  readonly operationId: string;
  readonly path: `/v1/${string}`;
  readonly summary: string;
  readonly parameters: readonly OperationParameter[];
  /** The schemas of the body by status. If there are several, exactly one of them matches. */
  readonly responses: Readonly<
    Record<number, { readonly description: string; readonly schemas: readonly object[] }>
  >;
}

const serverFilter = {
  name: 'server',
  description: 'Server identifier filter. Without it, the response is an object keyed by server identifier.',
  schema: { type: 'string', examples: ['survival'] },
} as const;

/** The complete list of operations. Each is an HTTP `GET` without authentication that returns JSON. */
export const operations = {
  getCoinsTrades: {
    operationId: 'getCoinsTrades',
    path: '/v1/coins-trades',
    summary: 'The latest trades of the coin exchange',
    parameters: [{ name: 'limit', description: 'Maximum number of records returned.', schema: limitSchema }],
    responses: {
      200: { description: 'The latest trades, newest first.', schemas: [coinsTradesSchema] },
      400: { description: 'Invalid request.', schemas: [errorResponseSchema] },
    },
  },
  getEvents: {
    operationId: 'getEvents',
    path: '/v1/events',
    summary: 'The active events of one server, or of all',
    parameters: [serverFilter],
    responses: {
      200: {
        description: 'With `server`, an array of its active events; otherwise an object of such arrays.',
        schemas: [eventsOfServerSchema, eventsByServerSchema],
      },
    },
  },
  getHealth: {
    operationId: 'getHealth',
    path: '/v1/health',
    summary: 'Whether the served data is current',
    parameters: [],
    responses: { 200: { description: 'The state of the service.', schemas: [healthResponseSchema] } },
  },
  getServers: {
    operationId: 'getServers',
    path: '/v1/servers',
    summary: 'The known servers with their display names, or one of them',
    parameters: [
      { name: 'id', description: 'Server identifier.', schema: { type: 'string', examples: ['lobby'] } },
    ],
    responses: {
      200: {
        description: 'With `id`, that server; otherwise an object of all known servers.',
        schemas: [serverSchema, serversSchema],
      },
      404: { description: 'Server not found.', schemas: [errorResponseSchema] },
    },
  },
  getVotings: {
    operationId: 'getVotings',
    path: '/v1/votings',
    summary: 'The active votings of one server, or of all, with candidates and vote counts',
    parameters: [serverFilter],
    responses: {
      200: {
        description: 'With `server`, an array of its active votings; otherwise an object of such arrays.',
        schemas: [votingsOfServerSchema, votingsByServerSchema],
      },
    },
  },
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;
