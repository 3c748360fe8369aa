import type { BlocklistSizes } from '../../shared/redis/blocklists/reading/redis-blocklist-store.ts';
import type { MirrorState } from '../../shared/redis/mirror/mirror.ts';
import type { Condition } from '../../shared/redis/server/server-watch.ts';
import type { BridgeSummary } from './bridges/mod-bridges.ts';

/** Why a message was dropped before it reached the script. */
type DropReason = 'from-backends' | 'over-guard' | 'queue-full' | 'client-too-old';

/**
 * The state of the plugin, in figures. Counters begin at the start of the proxy; those of
 * {@link ServiceStatus} begin again at each reload.
 */
export interface Status extends ServiceStatus, ProxyFigures {
  /** Milliseconds since the plugin was loaded. */
  readonly upMs: number;
}

export interface ProxyFigures {
  /** The name of the machine, and the port. */
  readonly name: string;
  readonly players: number;
  /** Players whose mods have subscribed. */
  readonly subscribers: number;
  /** Enabled bridges to mods. */
  readonly bridges: readonly BridgeSummary[];
  /** Packets in the queue for the script. */
  readonly queuedPackets: number;
  /** Messages dropped before they reached the script. */
  readonly dropped: ReadonlyMap<DropReason, number>;
}

export interface ServiceStatus {
  /** `connecting` until the first attempt has succeeded or failed, or was abandoned. */
  readonly redis: 'connecting' | 'connected' | 'unreachable';
  /** The round trip to Redis; undefined before the first. */
  readonly roundTripMs: number | undefined;
  /** What limits the use of Redis. */
  readonly conditions: readonly Condition[];
  readonly lists: Omit<BlocklistSizes, 'lists'> &
    Pick<MirrorState, 'ageMs' | 'lagMs' | 'lost'> & {
      /** Number of clients with a personal list. */
      readonly clients: number;
      /** Number of features that are blocked only until a time. */
      readonly timedFeatures: number;
    };
  /** Answers by `OK` or error code. */
  readonly answers: ReadonlyMap<string, number>;
  readonly inFlight: number;
}
