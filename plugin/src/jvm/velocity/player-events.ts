import type { ScriptHost } from '../../../types/bridge.ts';
import type { JavaClass } from '../../../types/jdk.ts';
import type { Player } from '../../../types/velocity.ts';

interface PlayerListener {
  /**
   * Called when a player has joined a server, and when a configuration phase ends. In the latter case, the
   * client may not be in the game yet.
   */
  arrived(id: string, player: Player): void;
  /** Called when a connection has ended. The player may have another one already. */
  left(id: string, player: Player): void;
}

/**
 * The events of the players' connections, and which clients are in the game: on a server in the PLAY state,
 * rather than in the login or configuration phase. The protocol state alone is not enough: since Minecraft
 * 1.20.2, a configuration phase may follow the game. The proxy then sends what follows as packets of that
 * phase, but the state is PLAY until the client has acknowledged that. At a switch of servers, the player has
 * no server in the meantime. If the server sends the player back into that phase without a switch, only an
 * event reports it (facts 14 and 21 in tools/development-proxy/README.md).
 */
export class PlayerEvents {
  readonly #host: ScriptHost;
  /** UUIDs of players whose configuration phase is about to begin, or has begun. */
  readonly #leaving = new Set<string>();
  readonly #play = Java.type('com.velocitypowered.api.network.ProtocolState').PLAY;

  constructor(host: ScriptHost) {
    this.#host = host;
  }

  /** Whether a message sent now reaches the client in the game. */
  isInGame(player: Player): boolean {
    if (player.getProtocolState() !== this.#play) return false;
    if (this.#leaving.size > 0 && this.#leaving.has(idOf(player))) return false;
    return player.getCurrentServer().isPresent();
  }

  /** The proxy does not wait for the listener, which runs on the script thread. */
  listen(listener: PlayerListener): void {
    const arrive = (player: Player): void => {
      this.#leaving.delete(idOf(player));
      if (player.isActive()) listener.arrived(idOf(player), player);
    };
    const events = 'com.velocitypowered.api.event';
    const configuration = `${events}.player.configuration` as const;
    this.#on(Java.type(`${events}.player.ServerPostConnectEvent`).class, (event) => {
      arrive(event.getPlayer());
    });
    this.#on(Java.type(`${configuration}.PlayerFinishedConfigurationEvent`).class, (event) => {
      arrive(event.player());
    });
    this.#on(Java.type(`${configuration}.PlayerEnterConfigurationEvent`).class, (event) => {
      if (event.player().isActive()) this.#leaving.add(idOf(event.player()));
    });
    this.#on(Java.type(`${events}.connection.DisconnectEvent`).class, (event) => {
      this.#leaving.delete(idOf(event.getPlayer()));
      listener.left(idOf(event.getPlayer()), event.getPlayer());
    });
  }

  #on<Event>(event: JavaClass<Event>, listener: (event: Event) => void): void {
    const eventManager = this.#host.proxy().getEventManager();
    eventManager.register(this.#host.plugin(), event, this.#host.eventHandler(listener));
  }
}

export function idOf(player: Player): string {
  return player.getUniqueId().toString();
}
