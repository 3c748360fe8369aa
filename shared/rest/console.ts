/**
 * The bodies of the responses and events that the admin's server sends to the console. All times are
 * milliseconds since the Unix epoch by the clock of Redis.
 */
import type { RejectedValue } from '../redis/mirror/rejected-values.ts';
import type { ProgramCounters, ProgramRecord } from '../redis/programs/program-record.ts';
import type { BlocklistEntryBody, EntryStateBody, ListSummary } from './blocklist-edits.ts';

/** The token that the console uses: an issued one, or that of the printed link. */
export interface Session {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt?: number | undefined;
  readonly nowMs: number;
}

/** The answer to the key of the printed link. */
export interface OpenedLink {
  /** The token of the session. */
  readonly token: string;
}

/** The lists that block a feature: the global list first. */
export interface BlockingEntries {
  readonly entries: readonly BlocklistEntryBody[];
}

/** The difference between two consecutive versions of a list. */
export interface ListDelta {
  readonly from: string;
  readonly to: string;
  /** The states of changed features. */
  readonly features: Readonly<Record<string, EntryStateBody>>;
}

/** The event `list`: the sizes of a changed list and, unless too much has changed, the differences. */
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

/** The figures of a program at one time. Answers and drops are rates per second. */
export type ProgramSample = readonly [
  seenAt: number,
  lagMs: number,
  answers: number,
  drops: number,
  pingMs: number,
  players: number,
];

/** A program: its latest heartbeat, without what the console does not show, and how busy it is. */
export interface ProgramView extends Omit<
  ProgramRecord,
  'warnings' | Exclude<keyof ProgramCounters, 'bridges'>
> {
  readonly id: string;
  readonly latest: ProgramSample;
  /** Answers per second in the last hour: at most 60 times, in order. */
  readonly trend: readonly (readonly [seenAt: number, answers: number])[];
}

/** The last hour of one program. */
export interface ProgramSamples {
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
