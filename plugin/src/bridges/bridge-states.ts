import type { Bridge, BridgeMessage } from '../../../shared/bridges/bridge.ts';
import { resolveControls } from '../../../shared/bridges/resolve-controls.ts';
import type { ResolvedControls } from '../../../shared/bridges/resolve-controls.ts';
import { NO_LISTS } from '../../../shared/feature-control/blocked-features.ts';
import { scopeKey } from '../../../shared/feature-control/player-scope.ts';
import type { PlayerScope } from '../../../shared/feature-control/player-scope.ts';
import type { BridgeSettings } from './bridge-settings.ts';

/** The controls that clients are asked to block. Shared by all players; comparing the keys is cheap. */
export interface BlockedControls {
  readonly controls: readonly string[];
  /** Equal for equal controls. */
  readonly key: string;
}

export const NOTHING_BLOCKED: BlockedControls = { controls: [], key: '' };

function blockedControls(controls: readonly string[]): BlockedControls {
  return { controls, key: controls.join('\n') };
}

/** Returns the controls of both, sorted. */
export function unite(one: BlockedControls, other: BlockedControls): BlockedControls {
  return blockedControls([...new Set([...one.controls, ...other.controls])].sort());
}

/**
 * The messages of one bridge until the lists change: rendered once for each format, and shared by all
 * players.
 */
export class RenderedState {
  readonly resolved: ResolvedControls;
  readonly blocked: BlockedControls;
  readonly #bridge: Bridge;
  /** Messages by format, then by the key of the controls that the client was last asked to block. */
  readonly #rendered = new Map<string, Map<string, readonly BridgeMessage[]>>();

  constructor(bridge: Bridge, resolved: ResolvedControls) {
    this.#bridge = bridge;
    this.resolved = resolved;
    this.blocked = blockedControls(resolved.blocked);
  }

  /** @param sent the controls that the client was last asked to block */
  render(format: string, sent: BlockedControls): readonly BridgeMessage[] {
    let bySentKey = this.#rendered.get(format);
    if (bySentKey === undefined) {
      bySentKey = new Map();
      this.#rendered.set(format, bySentKey);
    }
    let messages = bySentKey.get(sent.key);
    if (messages === undefined) {
      messages = this.#renderAfter(format, sent);
      bySentKey.set(sent.key, messages);
    }
    return messages;
  }

  #renderAfter(format: string, sent: BlockedControls): readonly BridgeMessage[] {
    const blocked = this.blocked.controls;
    const unblocked = sent.controls.filter((control) => !blocked.includes(control));
    return blocked.length + unblocked.length === 0 ? [] : this.#bridge.render({ blocked, unblocked }, format);
  }
}

type StateSettings = Pick<BridgeSettings, 'enabled' | 'listsOf' | 'isCoarse'>;

/** The state of each bridge for the players of one scope, until the lists change. */
export class BridgeStates {
  readonly #settings: StateSettings;
  readonly #scope: PlayerScope;
  readonly #states = new Map<Bridge, RenderedState>();

  /** @param scope of the players that the states are for */
  constructor(settings: StateSettings, scope: PlayerScope) {
    this.#scope = scope;
    this.#settings = settings;
  }

  isEnabled(bridge: Bridge): boolean {
    return this.#settings.enabled.includes(bridge);
  }

  /** A bridge that is not enabled blocks nothing. */
  of(bridge: Bridge): RenderedState {
    let state = this.#states.get(bridge);
    if (state === undefined) {
      const { listsOf, isCoarse } = this.#settings;
      const lists = this.isEnabled(bridge) ? listsOf(bridge.name, this.#scope) : NO_LISTS;
      state = new RenderedState(bridge, resolveControls(bridge, lists, isCoarse));
      this.#states.set(bridge, state);
    }
    return state;
  }

  resolve(bridge: Bridge): ResolvedControls {
    return this.of(bridge).resolved;
  }
}

/** Maximum number of scopes whose states are cached: some networks register a new server for each match. */
const MAX_SCOPED_STATES = 256;

/** The states of all scopes, until the lists change. */
export class StatesByScope {
  readonly #settings: BridgeSettings;
  /** By {@link scopeKey}. */
  readonly #states = new Map<string, BridgeStates>();

  constructor(settings: BridgeSettings) {
    this.#settings = settings;
  }

  /** Called when the lists have changed. */
  clear(): void {
    this.#states.clear();
  }

  of(scope: PlayerScope): BridgeStates {
    const key = scopeKey(scope);
    let states = this.#states.get(key);
    if (states === undefined) {
      if (this.#states.size >= MAX_SCOPED_STATES) this.#states.clear();
      states = new BridgeStates(this.#settings, scope);
      this.#states.set(key, states);
    }
    return states;
  }
}
