import { coinsTradesSchema } from './coins-trade.ts';
import { limitSchema } from './coins-trades-limit.ts';
import { errorResponseSchema } from './error-response.ts';
import { eventsByServerSchema, eventsOfServerSchema } from './event.ts';
import { healthResponseSchema } from './health.ts';
import { serverSchema, serversSchema } from './server.ts';
import { votingsByServerSchema, votingsOfServerSchema } from './voting.ts';

/** A query parameter. In the requests, all are optional. */
interface OperationParameter {
  readonly name: string;
  readonly description: string;
  readonly schema: object;
  readonly example?: unknown;
}

/** The bodies that the specification names, by status. */
type NamedResponses = Readonly<Record<number, { readonly description: string; readonly schema: object }>>;

/** One operation of the REST interface (section 4.1). */
export interface Operation {
  readonly operationId: string;
  readonly path: `/v1/${string}`;
  readonly summary: string;
  /** Those that do not change the type of the body. */
  readonly parameters: readonly OperationParameter[];
  readonly responses: NamedResponses;
  /**
   * The operation with the parameter that changes the type of the body. The OpenAPI document describes it
   * as an operation of its own (G78).
   */
  readonly selection?: {
    readonly operationId: string;
    readonly summary: string;
    readonly parameter: OperationParameter;
    readonly responses: NamedResponses;
  };
}

const serverParameter = {
  name: 'server',
  description: 'Server identifier filter.',
  schema: { type: 'string' },
  example: 'survival',
} as const;

/** The complete list of operations. Each is an HTTP `GET` without authentication that returns JSON. */
export const operations = {
  getCoinsTrades: {
    operationId: 'getCoinsTrades',
    path: '/v1/coins-trades',
    summary: 'The latest trades of the coin exchange',
    parameters: [{ name: 'limit', description: 'Maximum number of records returned.', schema: limitSchema }],
    responses: {
      200: { description: 'The latest trades, newest first.', schema: coinsTradesSchema },
      400: { description: 'Invalid request.', schema: errorResponseSchema },
    },
  },
  getEvents: {
    operationId: 'getEvents',
    path: '/v1/events',
    summary: 'The active events of all servers',
    parameters: [],
    responses: {
      200: { description: 'The active events, keyed by server.', schema: eventsByServerSchema },
    },
    selection: {
      operationId: 'getEventsOfServer',
      summary: 'The active events of one server',
      parameter: serverParameter,
      responses: {
        200: { description: 'The active events of the server.', schema: eventsOfServerSchema },
      },
    },
  },
  getHealth: {
    operationId: 'getHealth',
    path: '/v1/health',
    summary: 'Whether the served data is current',
    parameters: [],
    responses: { 200: { description: 'The state of the service.', schema: healthResponseSchema } },
  },
  getServers: {
    operationId: 'getServers',
    path: '/v1/servers',
    summary: 'The known servers with their display names',
    parameters: [],
    responses: { 200: { description: 'All known servers, keyed by id.', schema: serversSchema } },
    selection: {
      operationId: 'getServer',
      summary: 'One of the known servers with its display name',
      parameter: {
        name: 'id',
        description: 'Server identifier.',
        schema: { type: 'string' },
        example: 'lobby',
      },
      responses: {
        200: { description: 'The server.', schema: serverSchema },
        404: { description: 'Server not found.', schema: errorResponseSchema },
      },
    },
  },
  getVotings: {
    operationId: 'getVotings',
    path: '/v1/votings',
    summary: 'The active votings of all servers, with candidates and vote counts',
    parameters: [],
    responses: {
      200: { description: 'The active votings, keyed by server.', schema: votingsByServerSchema },
    },
    selection: {
      operationId: 'getVotingsOfServer',
      summary: 'The active votings of one server, with candidates and vote counts',
      parameter: serverParameter,
      responses: {
        200: { description: 'The active votings of the server.', schema: votingsOfServerSchema },
      },
    },
  },
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;
