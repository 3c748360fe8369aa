import type { BridgeSummary } from './bridges/mod-bridges.ts';

/** Why a message reached no script. */
export type DropReason = 'from-backends' | 'over-guard' | 'queue-full' | 'client-too-old';

/**
 * The state of the plugin, in figures. Counted since the start, or since the last reload where a part was
 * created again.
 */
export interface Status extends ServiceStatus {
  readonly engine: {
    readonly name: string;
    readonly upMs: number;
  };
  /** Enabled bridges to mods. */
  readonly bridges: readonly BridgeSummary[];
  /** Packets that wait for the script. */
  readonly queuedPackets: number;
  /** Messages that reached no script. */
  readonly dropped: ReadonlyMap<DropReason, number>;
  /** Players whose mods have subscribed. */
  readonly subscribers: number;
}

export interface ServiceStatus {
  /** `connecting` until the first attempt has succeeded or failed. */
  readonly redis: 'connecting' | 'connected' | 'unreachable';
  readonly lists: {
    readonly globalFeatures: number;
    /** Clients with a list of their own, and the features over all of these. */
    readonly clients: number;
    readonly clientFeatures: number;
    /** Features over all lists of game servers. */
    readonly serverFeatures: number;
    /** Of all these those that are blocked for a time; some may be over, and not removed yet. */
    readonly timedFeatures: number;
    /**
     * Milliseconds since memory was last known to be what Redis holds; undefined before the lists were read.
     */
    readonly ageMs: number | undefined;
    readonly isUpToDate: boolean;
    /** Lists that Redis has lost, and whose last known value is kept. */
    readonly kept: number;
  };
  /** `OK` and the codes of errors, with how often each was answered. */
  readonly answers: ReadonlyMap<string, number>;
  readonly inFlight: number;
}
