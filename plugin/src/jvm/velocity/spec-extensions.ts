import { NO_LISTS } from '../../../../shared/feature-control/blocked-features.ts';
import { Subscriptions } from '../../../../shared/feature-control/subscriptions.ts';
import type { PlayerConnection } from '../../../../shared/protocol/method.ts';
import type { RedisBlocklistStore } from '../../../../shared/redis/blocklists/reading/redis-blocklist-store.ts';
import type { Packet, ScriptHost } from '../../../types/bridge.ts';
import type { Config } from '../../config/parse-config.ts';
import type { VelocityPlatform } from '../host.ts';
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
  readonly #blocklists: () => RedisBlocklistStore;
  /**
   * The lists for readers that cannot query Redis; undefined before the lists of any service were loaded.
   * Until the current service has loaded its lists, they are those of the service before it, so that a
   * blocked feature is never reported as not blocked (G18, G73).
   */
  #loadedLists: RedisBlocklistStore | undefined;

  /** @param blocklists the lists of the current service */
  constructor(platform: VelocityPlatform, blocklists: () => RedisBlocklistStore) {
    const { host, clock, timers, logger } = platform;
    this.#host = host;
    this.#blocklists = blocklists;
    this.#playerEvents = new PlayerEvents(host);
    const scopes = new PlayerScopes(host, logger);
    this.scopes = scopes;
    this.bridges = new VelocityBridges({
      ...platform,
      scopes,
      isInGame: (player) => this.#playerEvents.isInGame(player),
      listsOf: (bridge, { isExempt, server }) =>
        isExempt ? NO_LISTS : (this.#loadedLists ?? blocklists()).lastRead(bridge, server),
    });
    this.api = new VelocityApi({
      host,
      scopes,
      blocklists,
      loadedLists: () => this.#loadedLists,
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
    this.#serviceChanged();
  }

  /** Puts new settings into effect. Any list and any scope may be different then. */
  reload(config: Config): void {
    // Takes effect after `#apply`, also if that throws: bridges and the API would keep the previous lists.
    this.#serviceChanged();
    this.#apply(config);
    this.subscriptions.anythingChanged();
  }

  /** Uses the lists of the current service as soon as they are loaded. */
  #serviceChanged(): void {
    const lists = this.#blocklists();
    void lists.loaded.then(() => {
      // A reload may have replaced the service in the meantime.
      if (lists !== this.#blocklists()) return;
      this.#loadedLists = lists;
      this.bridges.mods.listsChanged();
      this.api.listsLoaded();
      this.subscriptions.anythingChanged();
    });
  }

  #apply(config: Config): void {
    this.scopes.apply(config);
    this.bridges.apply(config);
  }
}
