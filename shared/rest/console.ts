/**
 * The bodies of the responses and events that the admin's server sends to the console. All times are
 * milliseconds since the Unix epoch by the clock of Redis.
 */
import type { RejectedValue } from '../redis/mirror/rejected-values.ts';
import type { ProgramRecord } from '../redis/programs/program-record.ts';

/** The token, or the session of the printed link, that the console uses. */
export interface Session {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt?: number | undefined;
  readonly nowMs: number;
}

/** The overview of a list. */
export interface ListSummary {
  /** `global`, `client:<client>` or `server:<server>`. */
  readonly list: string;
  /** Number of permanently blocked features. */
  readonly size: number;
  /** Number of timed entries, including those that have ended but are not removed yet. */
  readonly timed: number;
}

export interface Lists {
  readonly lists: readonly ListSummary[];
}

export interface ListBody {
  readonly list: string;
  /** Unique for each version of the list. */
  readonly version: string;
  /** Permanently blocked features, in no particular order. */
  readonly features: readonly string[];
  /** The ends of timed blocks by feature. */
  readonly until: Readonly<Record<string, number>>;
}

/** The lists that block a feature. */
export interface BlockingLists {
  /** The global list first. Timed blocks may have ended. */
  readonly lists: readonly {
    readonly list: string;
    readonly permanent: boolean;
    /** When its timed block ends; absent if there is none. */
    readonly until?: number | undefined;
  }[];
}

/** The difference between two consecutive versions of a list. */
export interface ListDelta {
  readonly from: string;
  readonly to: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** New and changed ends; null for removed ones. */
  readonly until: Readonly<Record<string, number | null>>;
}

/** The event `list`: the sizes of a changed list and, if a console shows the list, the differences. */
export type ListEvent = ListSummary & Partial<ListDelta>;

/** A rate limit that a player has reached. */
export interface LimitedPlayer {
  /** UUID, in lower case with hyphens. */
  readonly player: string;
  readonly method: string;
  /** When the player may send the next request. */
  readonly until: number;
}

export interface LimitedPlayers {
  /** Sorted by `until`, the latest first. */
  readonly limited: readonly LimitedPlayer[];
  /** Number of all such players, of which `limited` may list only a part. */
  readonly total: number;
}

/** The rate limits that one player has reached. */
export interface PlayerLimits {
  readonly player: LimitedPlayer['player'];
  readonly limits: readonly Omit<LimitedPlayer, 'player'>[];
}

/** A point of the charts. Answers and drops are rates per second. */
export type ProgramSample = readonly [
  seenAt: number,
  lagMs: number,
  answers: number,
  drops: number,
  pingMs: number,
  players: number,
];

/** A running program: its latest heartbeat, and samples of the last hour. */
export interface ProgramView extends Omit<ProgramRecord, 'warnings'> {
  readonly id: string;
  readonly samples: readonly ProgramSample[];
}

export interface Programs {
  readonly nowMs: number;
  readonly programs: readonly ProgramView[];
}

/** Names of clients and features that mods have sent, the latest first. */
export interface Names {
  readonly clients: readonly string[];
  readonly features: readonly string[];
}

/** Values in Redis that are not served, because they are invalid or have the wrong type. */
export interface RejectedList {
  readonly rejected: readonly RejectedValue[];
  /** Number of all such values, of which `rejected` may list only a part. */
  readonly total: number;
}
