/** The types of the operator listener's responses and events. All times are milliseconds since the epoch. */

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
export interface Entry {
  readonly blocked: boolean;
  /** Whether it is permanently blocked, regardless of `until`. */
  readonly permanent: boolean;
  readonly until?: number;
  readonly lastChange?: Change;
}

export interface Written {
  readonly id?: string;
}

export interface Change {
  readonly id: string;
  readonly at: number;
  readonly actor: string;
  readonly source: string;
  readonly list: string;
  readonly feature: string;
  readonly before: Entry;
  readonly after: Entry;
  readonly reason?: string;
  readonly undoes?: string;
  readonly sizes?: {
    readonly before: number;
    readonly after: number;
    readonly names: readonly string[];
    readonly canUndo: boolean;
  };
}

export interface HistoryPage {
  readonly changes: readonly Change[];
  readonly next?: string;
}

export interface LimitedPlayer {
  readonly player: string;
  readonly method: string;
  readonly until: number;
}

/** `[seenAt, lagMs, answers per second, drops per second, pingMs, players]` */
export type NodeSample = readonly [number, number, number, number, number, number];

export interface NodeView {
  readonly id: string;
  readonly kind: 'proxy' | 'sidecar';
  readonly name: string;
  readonly version: string;
  readonly health: 'ok' | 'degraded' | 'starting';
  readonly startedAt: number;
  readonly clock: number;
  readonly seenAt: number;
  readonly lagMs?: number;
  readonly pingMs?: number;
  readonly lists?: number;
  readonly features?: number;
  readonly records?: number;
  readonly players?: number;
  readonly answers?: number;
  readonly errors?: number;
  readonly drops?: number;
  readonly rejected?: number;
  /** Only of proxies: the number of players with the mod of each enabled bridge, by the bridge's name. */
  readonly bridges?: Readonly<Record<string, number>>;
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

export interface RejectedValue {
  readonly key: string;
  readonly part: string;
  readonly reason: string;
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
