import { blockRequestSchema, reasonRequestSchema } from './blocklist-edits.ts';
import { coinsTradeSchema, coinsTradesSchema } from './coins-trade.ts';
import { errorResponseSchema } from './error-response.ts';
import { eventsByServerSchema, eventsOfServerSchema, storedEventSchema } from './event.ts';
import { healthResponseSchema } from './health.ts';
import { serverSchema, serversSchema, storedServerSchema } from './server.ts';
import { storedVotingSchema, votingsByServerSchema, votingsOfServerSchema } from './voting.ts';

/** The schemas that the build compiles to `validators.js`: one validator of the same name for each. */
export const schemas = {
  storedServer: storedServerSchema,
  storedEvent: storedEventSchema,
  storedVoting: storedVotingSchema,
  coinsTrade: coinsTradeSchema,
  coinsTrades: coinsTradesSchema,
  eventsOfServer: eventsOfServerSchema,
  eventsByServer: eventsByServerSchema,
  server: serverSchema,
  servers: serversSchema,
  votingsOfServer: votingsOfServerSchema,
  votingsByServer: votingsByServerSchema,
  healthResponse: healthResponseSchema,
  errorResponse: errorResponseSchema,
  blockRequest: blockRequestSchema,
  reasonRequest: reasonRequestSchema,
} as const;
