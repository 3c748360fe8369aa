import type { ScriptHost } from '../../types/bridge.ts';
import type { Status } from '../status.ts';

type HostStatus = Pick<Status, 'engine' | 'queuedPackets' | 'dropped'>;

/** What the platform knows of how the plugin fares. */
export function describeHost(host: ScriptHost, upMs: number): HostStatus {
  const counters = host.channel().counters;
  return {
    engine: { name: 'GraalJS', upMs },
    queuedPackets: host.thread().queuedPackets(),
    dropped: new Map([
      ['from backends', counters.fromBackend.sum()],
      ['over the limit of a player', counters.overGuard.sum()],
      ['over the limit of the queue', counters.queueFull.sum()],
      ['from clients too old', counters.clientTooOld.sum()],
    ]),
  };
}
