import { sentOn } from '../../../shared/bridges/bridge.ts';
import type { Bridge } from '../../../shared/bridges/bridge.ts';
import type { Blocklists } from '../../../shared/feature-control/blocked-features.ts';
import type { PlayerScope } from '../../../shared/feature-control/player-scope.ts';

/** The settings of bridges. A reload may change them while players are online. */
export interface BridgeSettings {
  readonly enabled: readonly Bridge[];
  /** Whether a bridge that cannot block exactly the listed features may block more. */
  readonly isCoarse: boolean;
  /** Whether our message is repeated after that of a server behind the proxy to the same mod. */
  readonly isRepeated: boolean;
  /** Returns the current lists that apply to a bridge, by the bridge's name, for a player of that scope. */
  readonly listsOf: (bridge: string, scope: PlayerScope) => Blocklists;
}

/**
 * Returns the channels that the proxy must register: channels to announce to clients, channels of handshakes,
 * and, if messages are repeated, channels on which servers behind the proxy may send to the same mods.
 */
export function registeredChannels({ enabled, isRepeated }: BridgeSettings): string[] {
  const channels = enabled.flatMap((bridge) => [
    ...(bridge.announces ?? []),
    ...(bridge.handshake?.channels ?? []),
    ...(isRepeated ? sentOn(bridge) : []),
  ]);
  return [...new Set(channels)];
}
