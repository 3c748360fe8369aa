import type { ScriptHost } from '../../types/bridge.ts';
import type { Status } from '../status.ts';

type HostStatus = Pick<Status, 'engine' | 'queuedPackets' | 'dropped'>;

/** What the platform knows of how the plugin fares. */
export function describeHost(host: ScriptHost, upMs: number): HostStatus {
  const counters = host.counters();
  return {
    engine: { name: 'GraalJS', upMs },
    queuedPackets: host.queuedPackets(),
    dropped: new Map([
      ['from backends', counters.fromBackend()],
      ['over the limit of a player', counters.overGuard()],
      ['over the limit of the queue', counters.queueFull()],
      ['from clients too old', counters.clientTooOld()],
    ]),
  };
}
