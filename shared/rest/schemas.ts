import {
  blockRequestSchema,
  historyQuerySchema,
  listEditSchema,
  reasonRequestSchema,
  undoRequestSchema,
} from './blocklist-edits.ts';
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
  listEdit: listEditSchema,
  blockRequest: blockRequestSchema,
  reasonRequest: reasonRequestSchema,
  undoRequest: undoRequestSchema,
  historyQuery: historyQuerySchema,
} as const;
