import type { Bridge, BridgeMessage } from '../../../shared/bridges/bridge.ts';
import { resolveControls } from '../../../shared/bridges/resolve-controls.ts';
import type { ResolvedControls } from '../../../shared/bridges/resolve-controls.ts';
import { NO_SCOPE } from '../../../shared/feature-control/player-scope.ts';
import type { PlayerScope } from '../../../shared/feature-control/player-scope.ts';
import type { BridgeSettings } from './bridge-settings.ts';

/** What clients are asked to block: shared among players, so that comparing it costs next to nothing. */
export interface BlockedControls {
  readonly controls: readonly string[];
  /** Equal where the controls are. */
  readonly key: string;
}

export const NOTHING_BLOCKED: BlockedControls = { controls: [], key: '' };

/** What one bridge has to send until the lists change: rendered once for each form, and shared. */
export class RenderedState {
  readonly resolved: ResolvedControls;
  readonly blocked: BlockedControls;
  readonly #bridge: Bridge;
  /** By the form of the messages, and by what the client was asked to block before. */
  readonly #rendered = new Map<string, Map<string, readonly BridgeMessage[]>>();

  constructor(bridge: Bridge, resolved: ResolvedControls) {
    this.#bridge = bridge;
    this.resolved = resolved;
    this.blocked = { controls: resolved.blocked, key: resolved.blocked.join('\n') };
  }

  /** @param sent what the client was last asked to block */
  render(framing: string, sent: BlockedControls): readonly BridgeMessage[] {
    let ofFraming = this.#rendered.get(framing);
    if (ofFraming === undefined) {
      ofFraming = new Map();
      this.#rendered.set(framing, ofFraming);
    }
    let messages = ofFraming.get(sent.key);
    if (messages === undefined) {
      messages = this.#renderAfter(framing, sent);
      ofFraming.set(sent.key, messages);
    }
    return messages;
  }

  #renderAfter(framing: string, sent: BlockedControls): readonly BridgeMessage[] {
    const blocked = this.blocked.controls;
    const unblocked = sent.controls.filter((control) => !blocked.includes(control));
    return blocked.length + unblocked.length === 0
      ? []
      : this.#bridge.render({ blocked, unblocked }, framing);
  }
}

/** What bridges have to send to the players of one scope, until the lists change. */
export class BridgeStates {
  readonly #listsOf: BridgeSettings['listsOf'];
  readonly #isCoarse: boolean;
  readonly #scope: PlayerScope;
  readonly #states = new Map<Bridge, RenderedState>();

  /** @param scope of the players whom the states are for */
  constructor({ listsOf, isCoarse }: Pick<BridgeSettings, 'listsOf' | 'isCoarse'>, scope = NO_SCOPE) {
    this.#scope = scope;
    this.#listsOf = listsOf;
    this.#isCoarse = isCoarse;
  }

  /** To be called when the lists have changed. */
  clear(): void {
    this.#states.clear();
  }

  of(bridge: Bridge): RenderedState {
    let state = this.#states.get(bridge);
    if (state === undefined) {
      const lists = this.#listsOf(bridge.name, this.#scope);
      state = new RenderedState(bridge, resolveControls(bridge, lists, this.#isCoarse));
      this.#states.set(bridge, state);
    }
    return state;
  }

  resolve(bridge: Bridge): ResolvedControls {
    return this.of(bridge).resolved;
  }
}
