/** The public API of the package. */
export type { Answer, ErrorAnswer, SuccessAnswer } from './answer.ts';
export type {
  Candidate,
  CoinsTrade,
  CoinsTrades,
  ErrorResponse,
  Event,
  EventsByServer,
  EventsOfServer,
  HealthResponse,
  ProblemDetails,
  Server,
  Servers,
  Voting,
  VotingsByServer,
  VotingsOfServer,
} from './api-types.ts';
export { createClient } from './client.ts';
export type { RequestOptions, Client, ClientOptions, Lookup, NoQuery } from './client.ts';
export { poll } from './poll.ts';
export type { PollOptions } from './poll.ts';
