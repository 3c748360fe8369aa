import { sentOn } from '../../../shared/bridges/bridge.ts';
import type { Bridge } from '../../../shared/bridges/bridge.ts';
import type { PlayerScope } from '../../../shared/feature-control/player-scope.ts';
import type { ListsForBridge } from '../../../shared/bridges/resolve-controls.ts';

/**
 * What happens if a server behind the proxy sends to the same mod: `ours-last` repeats our message after the
 * server's, `backend` leaves the mod to the server, `ours-only` drops the server's messages, and `off` does
 * not check.
 */
export type ConflictRule = 'off' | 'ours-last' | 'backend' | 'ours-only';

/** The settings of bridges. A reload may change them while players are online. */
export interface BridgeSettings {
  readonly enabled: readonly Bridge[];
  /** Whether a bridge that cannot block exactly the listed features may block more. */
  readonly isCoarse: boolean;
  readonly conflict: ConflictRule;
  /** Returns the current lists that apply to a bridge, by the bridge's name, for a player of that scope. */
  readonly listsOf: (bridge: string, scope: PlayerScope) => ListsForBridge;
}

/** Returns the channels that enabled bridges send on. */
export function sentChannels({ enabled }: BridgeSettings): string[] {
  return [...new Set(enabled.flatMap(sentOn))];
}

/**
 * Returns the channels that the proxy must register: channels to announce to clients, channels of handshakes,
 * and, unless `conflict` is `off`, channels on which servers behind the proxy may send to the same mods.
 */
export function registeredChannels(settings: BridgeSettings): string[] {
  const needed = settings.enabled.flatMap(({ announces = [], detection }) => [
    ...announces,
    ...(detection.by === 'handshake' ? detection.channels : []),
  ]);
  return [...new Set([...needed, ...(settings.conflict === 'off' ? [] : sentChannels(settings))])];
}
