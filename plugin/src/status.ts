import type { BridgeSummary } from './bridges/mod-bridges.ts';

/** Why a message was dropped before it reached the script. */
type DropReason = 'from-backends' | 'over-guard' | 'queue-full' | 'client-too-old';

/**
 * The state of the plugin, in figures. Counters begin at the start of the proxy; those of
 * {@link ServiceStatus} begin again at each reload.
 */
export interface Status extends ServiceStatus {
  /** Milliseconds since the script was started. */
  readonly upMs: number;
  /** Enabled bridges to mods. */
  readonly bridges: readonly BridgeSummary[];
  /** Packets in the queue for the script. */
  readonly queuedPackets: number;
  /** Messages dropped before they reached the script. */
  readonly dropped: ReadonlyMap<DropReason, number>;
  /** Players whose mods have subscribed. */
  readonly subscribers: number;
}

export interface ServiceStatus {
  /** `connecting` until the first attempt has succeeded or failed, or was abandoned. */
  readonly redis: 'connecting' | 'connected' | 'unreachable';
  readonly lists: {
    readonly globalFeatures: number;
    /** Clients with a personal list, and the total of features in these lists. */
    readonly clients: number;
    readonly clientFeatures: number;
    /** The total of features in the lists of game servers. */
    readonly serverFeatures: number;
    /** Timed entries among all of these, including expired ones that are not removed yet. */
    readonly timedFeatures: number;
    /**
     * Milliseconds since the lists in memory were last verified against Redis; undefined before they were
     * read.
     */
    readonly ageMs: number | undefined;
    readonly isUpToDate: boolean;
    /** Lists that Redis has lost, whose last known value is kept in memory. */
    readonly lost: number;
  };
  /** Answers by `OK` or error code. */
  readonly answers: ReadonlyMap<string, number>;
  readonly inFlight: number;
}
