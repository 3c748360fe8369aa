import type { ScriptHost } from '../../types/bridge.ts';
import type { Status } from '../status.ts';

type HostStatus = Pick<Status, 'engine' | 'queuedPackets' | 'dropped'>;

/** What the platform knows of how the plugin fares. */
export function describeHost(host: ScriptHost, upMs: number): HostStatus {
  const channel = host.channel();
  return {
    engine: { name: 'GraalJS', upMs },
    queuedPackets: host.thread().queuedPackets.get(),
    dropped: new Map([
      ['from backends', channel.fromBackend.sum()],
      ['over the limit of a player', channel.overGuard.sum()],
      ['over the limit of the queue', channel.queueFull.sum()],
      ['from clients too old', channel.clientTooOld.sum()],
    ]),
  };
}
