import type { ListsForBridge } from '../../../shared/bridges/resolve-controls.ts';
import { NO_FEATURES } from '../../../shared/feature-control/blocked-features.ts';
import type { PlayerScope } from '../../../shared/feature-control/player-scope.ts';
import { Subscriptions } from '../../../shared/feature-control/subscriptions.ts';
import type { PlayerConnection } from '../../../shared/protocol/method.ts';
import type { RedisBlocklistStore } from '../../../shared/redis/blocklists/reading/redis-blocklist-store.ts';
import type { Packet, ScriptHost } from '../../types/bridge.ts';
import type { Config } from '../config/parse-config.ts';
import type { Platform } from './host.ts';
import { LoadedLists } from './loaded-lists.ts';
import { PlayerEvents } from './player-events.ts';
import { PlayerScopes } from './player-scopes.ts';
import { VelocityApi } from './velocity-api.ts';
import { VelocityBridges } from './velocity-bridges.ts';

/**
 * What the plugin offers beyond `checkFeatures`: scopes, bridges to mods, subscriptions, and the API for
 * other plugins. All of it outlives a reload, which replaces the service.
 */
export class SpecExtensions {
  readonly scopes: PlayerScopes;
  readonly bridges: VelocityBridges;
  readonly api: VelocityApi;
  readonly subscriptions: Subscriptions;
  readonly #host: ScriptHost;
  readonly #playerEvents: PlayerEvents;
  readonly #loadedLists: LoadedLists;

  /** @param blocklists the lists of the current service */
  constructor(platform: Platform, blocklists: () => RedisBlocklistStore) {
    const { host, clock, timers, logger } = platform;
    this.#host = host;
    this.#playerEvents = new PlayerEvents(host);
    const scopes = new PlayerScopes(host, logger);
    this.scopes = scopes;
    this.#loadedLists = new LoadedLists(blocklists, () => {
      this.bridges.mods.listsChanged();
      this.api.listsLoaded();
      this.subscriptions.anythingChanged();
    });
    this.bridges = new VelocityBridges({
      ...platform,
      scopes,
      isInGame: (player) => this.#playerEvents.isInGame(player),
      listsOf: (bridge, scope) => listsForBridge(this.#loadedLists.lists ?? blocklists(), bridge, scope),
    });
    this.api = new VelocityApi({
      host,
      scopes,
      blocklists,
      loadedLists: () => this.#loadedLists.lists,
    });
    this.subscriptions = new Subscriptions({
      clock,
      timers,
      blocklists,
      scopeOf: (player) => scopes.of(player),
      observer: this.api,
    });
  }

  /** Returns the connection on which a packet was received. It does not retain the packet's content. */
  connectionOf(packet: Packet): PlayerConnection {
    const player = packet.player();
    const channel = packet.channel();
    return {
      identity: player,
      isOpen: () => player.isActive(),
      isInGame: () => this.#playerEvents.isInGame(player),
      send: (text) => {
        player.sendPluginMessage(channel, this.#host.modChannels().utf8(text));
      },
    };
  }

  /** Called once, after the first service was created; its lists need not be loaded yet. */
  start(config: Config): void {
    this.#apply(config);
    this.api.connect();
    this.#playerEvents.listen({
      arrived: (id, player) => {
        this.bridges.arrived(id, player);
        this.subscriptions.arrived(id);
      },
      left: (id, player) => {
        this.bridges.mods.left(id, player);
        this.subscriptions.left(id, player);
      },
    });
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
    this.#playerEvents.close();
    this.bridges.mods.close();
    this.subscriptions.close();
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
