/** The types of the operator listener's responses and events. All times are milliseconds since the epoch. */
import type {
  BlocklistEntryBody,
  ChangeBody,
  EditedBody,
  EntryStateBody,
  HistoryBody,
} from '../../../../shared/rest/blocklist-edits.ts';
import type { RejectedValue } from '../../../../shared/redis/mirror/rejected-values.ts';
import type { NodeRecord } from '../../../../shared/redis/nodes/node-record.ts';

export interface Session {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt?: number;
  /** The time of Redis's clock. */
  readonly nowMs: number;
}

export interface ListSummary {
  /** `global`, `client:<client>` or `server:<server>`. */
  readonly list: string;
  readonly size: number;
  readonly timed: number;
}

export interface ListContents {
  readonly list: string;
  readonly version: string;
  readonly complete: boolean;
  readonly features: readonly string[];
  readonly until: Readonly<Record<string, number>>;
}

/** The event `list`: the sizes of a changed list and, if a console shows the list, the differences. */
export interface ListEvent extends ListSummary {
  readonly from?: string;
  readonly to?: string;
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
  readonly until?: Readonly<Record<string, number | null>>;
}

/** The state of one feature in one list. */
export type Entry = EntryStateBody & Pick<BlocklistEntryBody, 'lastChange'>;
export type Written = Pick<EditedBody, 'id'>;
export type Change = ChangeBody;
export type HistoryPage = HistoryBody;

export interface LimitedPlayer {
  readonly player: string;
  readonly method: string;
  readonly until: number;
}

/** `[seenAt, lagMs, answers per second, drops per second, pingMs, players]` */
export type NodeSample = readonly [number, number, number, number, number, number];

export interface NodeView extends NodeRecord {
  readonly id: string;
  readonly samples: readonly NodeSample[];
}

export interface Nodes {
  /** The time of Redis's clock. */
  readonly nowMs: number;
  readonly nodes: readonly NodeView[];
}

/** The event `node`: a heartbeat, which includes a new point of the charts every few seconds. */
export interface NodeEvent extends Partial<Omit<NodeView, 'id' | 'samples'>> {
  readonly id: string;
  readonly sample?: NodeSample;
  /** Whether the program has stopped, or its heartbeat has expired. */
  readonly isGone: boolean;
}

export interface Names {
  readonly clients: readonly string[];
  readonly features: readonly string[];
}

/** The bodies of the responses that pages poll, by path. */
export interface PolledBodies {
  readonly 'v1/console/rate-limits': { readonly limited: readonly LimitedPlayer[]; readonly total: number };
  readonly [path: `v1/rate-limits?player=${string}`]: {
    readonly player: string;
    readonly limits: readonly Omit<LimitedPlayer, 'player'>[];
  };
  readonly 'v1/console/rejected': { readonly rejected: readonly RejectedValue[]; readonly total: number };
}
