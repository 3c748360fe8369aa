/* Generated from the OpenAPI document by `npm run build:client-types`. */

/** A candidate of a voting. */
export interface Candidate {
  /** The identifier of the candidate within its voting. */
  readonly id: string;
  /** The name to show. */
  readonly name: string;
  /** The number of votes of the candidate. */
  readonly votes: number;
  readonly [field: string]: unknown;
}

/** One trade on the coin exchange. */
export interface CoinsTrade {
  /** The rate at which coins were exchanged. */
  readonly rate: number;
  /** The time of the trade, in milliseconds since the Unix epoch, UTC. */
  readonly datetime: number;
}

/** The latest trades, newest first. */
export type CoinsTrades = readonly CoinsTrade[];

/** The reason why a request failed. */
export interface ErrorResponse {
  /** One sentence with the reason. */
  readonly error?: string;
}

/** An active event on a server: its id and its stored fields. */
export interface Event {
  /** The identifier of the event. */
  readonly id: string;
  /** The identifier of the server on which it takes place. */
  readonly server: string;
  /** The name of the event. */
  readonly name: string;
  /** A description of the event. */
  readonly description?: string;
  /** The record is active from this time (inclusive), in milliseconds since the Unix epoch, UTC. */
  readonly startsAt?: number;
  /** The record is active until this time (exclusive), in milliseconds since the Unix epoch, UTC. */
  readonly endsAt?: number;
  readonly [field: string]: unknown;
}

/** The active events of all servers. Each key is the identifier of a server with active events. */
export type EventsByServer = Readonly<Record<string, readonly Event[]>>;

/** The active events of one server, ordered by id. */
export type EventsOfServer = readonly Event[];

/** Whether the other operations return current data. */
export interface HealthResponse {
  /** `ok`; `degraded` with stale data; `starting` until the initial load is complete. */
  readonly status?: 'ok' | 'degraded' | 'starting';
}

/** The reason why a request failed, in the format of RFC 9457. */
export interface ProblemDetails {
  /** The problem has no type beyond its status. */
  readonly type: 'about:blank';
  /** The reason phrase of the status. */
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  /** One sentence with the reason. */
  readonly detail: string;
}

/** A game server: its id, its display name, and its other stored fields. */
export interface Server {
  /** The identifier of the server. */
  readonly id: string;
  /** The name to show to players. */
  readonly displayName: string;
  readonly [field: string]: unknown;
}

/** All known servers. Each key is the identifier of a server. */
export type Servers = Readonly<Record<string, Server>>;

/** An active voting of a server: its id, its stored fields, and the votes of each candidate. */
export interface Voting {
  /** The identifier of the voting. */
  readonly id: string;
  /** The identifier of the server that votes. */
  readonly server: string;
  /** The subject of the voting. */
  readonly title: string;
  /** The record is active from this time (inclusive), in milliseconds since the Unix epoch, UTC. */
  readonly startsAt?: number;
  /** The record is active until this time (exclusive), in milliseconds since the Unix epoch, UTC. */
  readonly endsAt?: number;
  /** The candidates, in the stored order. */
  readonly candidates: readonly Candidate[];
  readonly [field: string]: unknown;
}

/** The active votings of all servers. Each key is the identifier of a server with active votings. */
export type VotingsByServer = Readonly<Record<string, readonly Voting[]>>;

/** The active votings of one server, ordered by id. */
export type VotingsOfServer = readonly Voting[];
