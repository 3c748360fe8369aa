import { blockRequestSchema, historyQuerySchema, reasonRequestSchema } from './blocklist-edits.ts';
import { storedCoinsTradeSchema } from './coins-trade.ts';
import { storedEventSchema } from './event.ts';
import { storedServerSchema } from './server.ts';
import { storedVotingSchema } from './voting.ts';

/** The schemas that the build compiles to `validators.js`: one validator of the same name for each. */
export const schemas = {
  storedServer: storedServerSchema,
  storedEvent: storedEventSchema,
  storedVoting: storedVotingSchema,
  storedCoinsTrade: storedCoinsTradeSchema,
  blockRequest: blockRequestSchema,
  reasonRequest: reasonRequestSchema,
  historyQuery: historyQuerySchema,
} as const;
