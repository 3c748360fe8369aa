import type { ListsForBridge } from '../../../shared/bridges/resolve-controls.ts';
import { NO_FEATURES } from '../../../shared/feature-control/blocked-features.ts';
import type { PlayerScope } from '../../../shared/feature-control/player-scope.ts';
import type { Subscriptions } from '../../../shared/feature-control/subscriptions.ts';
import type { RedisBlocklistStore } from '../../../shared/redis/blocklists/reading/redis-blocklist-store.ts';
import type { Config } from '../config/parse-config.ts';
import type { Platform } from './host.ts';
import { LoadedLists } from './loaded-lists.ts';
import { PlayerScopes } from './player-scopes.ts';
import { VelocityApi } from './velocity-api.ts';
import { VelocityBridges } from './velocity-bridges.ts';
import { VelocitySubscriptions } from './velocity-subscriptions.ts';

/**
 * What the plugin offers beyond `checkFeatures`: scopes, bridges to mods, subscriptions, and the API for
 * other plugins. All of it outlives a reload, which replaces the service.
 */
export class SpecExtensions {
  readonly scopes: PlayerScopes;
  readonly bridges: VelocityBridges;
  readonly api: VelocityApi;
  readonly pushes: VelocitySubscriptions;
  readonly #loadedLists: LoadedLists<RedisBlocklistStore>;

  /** @param blocklists the lists of the current service */
  constructor(platform: Platform, blocklists: () => RedisBlocklistStore) {
    const scopes = new PlayerScopes(platform.host, platform.logger);
    this.scopes = scopes;
    this.#loadedLists = new LoadedLists({
      current: blocklists,
      loaded: () => {
        this.bridges.mods.listsChanged();
        this.api.listsLoaded();
        this.subscriptions.anythingChanged();
      },
    });
    this.bridges = new VelocityBridges({
      ...platform,
      scopes,
      listsOf: (bridge, scope) => listsForBridge(this.#loadedLists.lists ?? blocklists(), bridge, scope),
    });
    this.api = new VelocityApi({
      host: platform.host,
      scopes,
      blocklists,
      loadedLists: () => this.#loadedLists.lists,
    });
    this.pushes = new VelocitySubscriptions({
      ...platform,
      blocklists,
      scopeOf: (player) => scopes.of(player),
      observer: this.api,
    });
  }

  get subscriptions(): Subscriptions {
    return this.pushes.subscriptions;
  }

  /** Called once, after the first service was created; its lists need not be loaded yet. */
  start(config: Config): void {
    this.#apply(config);
    this.api.connect();
    this.#loadedLists.serviceChanged();
  }

  /** Puts new settings into effect. Any list and any scope may be different then. */
  reload(config: Config): void {
    // Takes effect after `#apply`, also if that throws: bridges and the API would keep the previous lists.
    this.#loadedLists.serviceChanged();
    this.#apply(config);
    this.subscriptions.anythingChanged();
  }

  #apply(config: Config): void {
    this.scopes.apply(config);
    this.bridges.apply(config);
  }

  close(): void {
    this.bridges.close();
    this.pushes.close();
  }
}

/** Returns the lists that apply to a bridge, as last read. For an exempt player they are empty. */
function listsForBridge(
  blocklists: RedisBlocklistStore,
  bridge: string,
  { isExempt, server }: PlayerScope,
): ListsForBridge {
  return isExempt
    ? { global: NO_FEATURES, personal: NO_FEATURES }
    : { global: blocklists.lastRead(undefined, server), personal: blocklists.lastRead(bridge) };
}
