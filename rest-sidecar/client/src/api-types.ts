/* Generated from the OpenAPI document by `npm run build:client-types`. */

/** One of those that can be voted for. */
export interface Candidate {
  /** The identifier of the candidate, within its voting. */
  readonly id: string;
  /** The name to show. */
  readonly name: string;
  /** How many votes it has. */
  readonly votes: number;
  readonly [field: string]: unknown;
}

/** One trade on the coin exchange. */
export interface CoinsTrade {
  /** The rate at which coins were exchanged. */
  readonly rate: number;
  /** When, in milliseconds since the Unix epoch, UTC. */
  readonly datetime: number;
}

/** The latest trades, newest first. */
export type CoinsTrades = readonly CoinsTrade[];

/** Why a request was not answered with what it asked for. */
export interface ErrorResponse {
  /** One sentence that says why. */
  readonly error?: string;
}

/** An active event on a server: its id, and what was stored of it. */
export interface Event {
  /** The identifier of the event. */
  readonly id: string;
  /** The identifier of the server on which it takes place. */
  readonly server: string;
  /** The name of the event. */
  readonly name: string;
  /** What it is about. */
  readonly description?: string;
  /** Active from this time on, in milliseconds since the Unix epoch, UTC. */
  readonly startsAt?: number;
  /** No longer active from this time on, in milliseconds since the Unix epoch, UTC. */
  readonly endsAt?: number;
  readonly [field: string]: unknown;
}

/** The active events of all servers. Each key is the identifier of a server that has any. */
export type EventsByServer = Readonly<Record<string, readonly Event[]>>;

/** The active events of one server, ordered by id. */
export type EventsOfServer = readonly Event[];

/** Whether the answers of the other operations are current. */
export interface HealthResponse {
  /** `ok`; `degraded` with stale data; `starting` before the first load. */
  readonly status?: 'ok' | 'degraded' | 'starting';
}

/** Why a request was not answered with what it asked for, in the form of RFC 9457. */
export interface ProblemDetails {
  /** No more than the status says. */
  readonly type: 'about:blank';
  /** The name of the status. */
  readonly title: string;
  /** The status. */
  readonly status: number;
  /** One sentence that says why. */
  readonly detail: string;
}

/** A game server: its id, its display name, and what else was stored of it. */
export interface Server {
  /** The identifier of the server. */
  readonly id: string;
  /** The name to show to players. */
  readonly displayName: string;
  readonly [field: string]: unknown;
}

/** All known servers. Each key is the identifier of a server. */
export type Servers = Readonly<Record<string, Server>>;

/** An active voting of a server: its id, what was stored of it, and the votes of each candidate. */
export interface Voting {
  /** The identifier of the voting. */
  readonly id: string;
  /** The identifier of the server that votes. */
  readonly server: string;
  /** What is voted on. */
  readonly title: string;
  /** Active from this time on, in milliseconds since the Unix epoch, UTC. */
  readonly startsAt?: number;
  /** No longer active from this time on, in milliseconds since the Unix epoch, UTC. */
  readonly endsAt?: number;
  /** In the order in which they were stored. */
  readonly candidates: readonly Candidate[];
  readonly [field: string]: unknown;
}

/** The active votings of all servers. Each key is the identifier of a server that has any. */
export type VotingsByServer = Readonly<Record<string, readonly Voting[]>>;

/** The active votings of one server, ordered by id. */
export type VotingsOfServer = readonly Voting[];
