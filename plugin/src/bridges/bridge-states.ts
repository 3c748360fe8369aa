import type { Bridge, BridgeMessage } from '../../../shared/bridges/bridge.ts';
import { resolveControls } from '../../../shared/bridges/resolve-controls.ts';
import type { ResolvedControls } from '../../../shared/bridges/resolve-controls.ts';
import { NO_SCOPE } from '../../../shared/feature-control/player-scope.ts';
import type { PlayerScope } from '../../../shared/feature-control/player-scope.ts';
import type { BridgeSettings } from './bridge-settings.ts';

/**
 * What a bridge has to say, until the lists change: rendered once for each form of its messages, and shared
 * among players.
 */
export class BridgeStates {
  readonly #listsOf: BridgeSettings['listsOf'];
  readonly #isCoarse: boolean;
  readonly #scope: PlayerScope;
  readonly #resolved = new Map<Bridge, ResolvedControls>();
  readonly #rendered = new Map<string, readonly BridgeMessage[]>();

  /** @param scope of the players whom the states are for */
  constructor({ listsOf, isCoarse }: Pick<BridgeSettings, 'listsOf' | 'isCoarse'>, scope = NO_SCOPE) {
    this.#scope = scope;
    this.#listsOf = listsOf;
    this.#isCoarse = isCoarse;
  }

  /** To be called when the lists have changed. */
  clear(): void {
    this.#resolved.clear();
    this.#rendered.clear();
  }

  resolve(bridge: Bridge): ResolvedControls {
    let resolved = this.#resolved.get(bridge);
    if (resolved === undefined) {
      resolved = resolveControls(bridge, this.#listsOf(bridge.name, this.#scope), this.#isCoarse);
      this.#resolved.set(bridge, resolved);
    }
    return resolved;
  }

  /** @param sent what the client was last asked to block */
  render(bridge: Bridge, framing: string, sent: readonly string[]): readonly BridgeMessage[] {
    const { blocked } = this.resolve(bridge);
    const unblocked = sent.filter((control) => !blocked.includes(control));
    if (blocked.length + unblocked.length === 0) return [];
    const key = JSON.stringify([bridge.name, framing, unblocked]);
    let messages = this.#rendered.get(key);
    if (messages === undefined) {
      messages = bridge.render({ blocked, unblocked }, framing);
      this.#rendered.set(key, messages);
    }
    return messages;
  }
}
