import type { Bridge, BridgeMessage } from '../../../shared/bridges/bridge.ts';
import { resolveControls } from '../../../shared/bridges/resolve-controls.ts';
import type { ResolvedControls } from '../../../shared/bridges/resolve-controls.ts';
import { NO_LISTS } from '../../../shared/feature-control/blocked-features.ts';
import { scopeKey } from '../../../shared/feature-control/player-scope.ts';
import type { PlayerScope } from '../../../shared/feature-control/player-scope.ts';
import type { BridgeSettings } from './bridge-settings.ts';

/** Maximum number of cached results: some networks register a new server for each match. */
const MAX_CACHED = 4096;

/** The controls of each bridge, and the messages about them: computed once until the lists change. */
export class BridgeStates {
  readonly #settings: BridgeSettings;
  /** By bridge and scope. */
  readonly #resolved = new Map<string, ResolvedControls>();
  /** By bridge, format and controls. */
  readonly #messages = new Map<string, readonly BridgeMessage[]>();

  constructor(settings: BridgeSettings) {
    this.#settings = settings;
  }

  /** Called when the lists have changed. */
  clear(): void {
    this.#resolved.clear();
    this.#messages.clear();
  }

  isEnabled(bridge: Bridge): boolean {
    return this.#settings.enabled.includes(bridge);
  }

  /** Returns the controls to block for players of a scope. A bridge that is not enabled blocks nothing. */
  resolve(bridge: Bridge, scope: PlayerScope): ResolvedControls {
    const { listsOf, isCoarse } = this.#settings;
    return cached(this.#resolved, `${bridge.name} ${scopeKey(scope)}`, () => {
      const lists = this.isEnabled(bridge) ? listsOf(bridge.name, scope) : NO_LISTS;
      return resolveControls(bridge, lists, isCoarse);
    });
  }

  /** @param sent the controls that the client was last asked to block */
  render(
    bridge: Bridge,
    format: string,
    blocked: readonly string[],
    sent: readonly string[],
  ): readonly BridgeMessage[] {
    const unblocked = sent.filter((control) => !blocked.includes(control));
    if (blocked.length + unblocked.length === 0) return [];
    return cached(this.#messages, JSON.stringify([bridge.name, format, blocked, unblocked]), () =>
      bridge.render({ blocked, unblocked }, format),
    );
  }
}

function cached<Result>(results: Map<string, Result>, key: string, compute: () => Result): Result {
  let result = results.get(key);
  if (result === undefined) {
    result = compute();
    if (results.size >= MAX_CACHED) results.clear();
    results.set(key, result);
  }
  return result;
}
