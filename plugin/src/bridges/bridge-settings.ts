import type { Bridge } from '../../../shared/bridges/bridge.ts';
import type { PlayerScope } from '../../../shared/feature-control/player-scope.ts';
import type { ListsForBridge } from '../../../shared/bridges/resolve-controls.ts';

/**
 * Who decides where a server behind the proxy speaks to the same mod: the last to send, that server, or this
 * proxy alone.
 */
export type ConflictRule = 'off' | 'ours-last' | 'backend' | 'ours-only';

/** What may change while players are there. */
export interface BridgeSettings {
  readonly enabled: readonly Bridge[];
  /** Whether a bridge may block more than the lists say, where it cannot block exactly that. */
  readonly isCoarse: boolean;
  readonly conflict: ConflictRule;
  /** By the name of a bridge, the lists that decide about it, as they are now, for a player of that scope. */
  readonly listsOf: (bridge: string, scope: PlayerScope) => ListsForBridge;
}

/** Channels that enabled bridges send on. */
export function sentChannels({ enabled }: BridgeSettings): string[] {
  return [...new Set(enabled.flatMap(({ sendsOn }) => sendsOn))];
}

/**
 * Channels that the proxy has to register: those that it must announce, those that greetings come on, and
 * where servers behind it may speak to the same mods, those that they do it on.
 */
export function registeredChannels(settings: BridgeSettings): string[] {
  const needed = settings.enabled.flatMap(({ announces = [], detection }) => [
    ...announces,
    ...(detection.by === 'greeting' ? detection.channels : []),
  ]);
  return [...new Set([...needed, ...(settings.conflict === 'off' ? [] : sentChannels(settings))])];
}
