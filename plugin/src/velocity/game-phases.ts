import type { ScriptHost } from '../../types/bridge.ts';
import type { Player } from '../../types/velocity.ts';
import { EventListeners } from './event-listeners.ts';

/**
 * Which players' clients are in the game, on a server in the PLAY state, rather than in the login or
 * configuration phase. The protocol state alone is not enough: since Minecraft 1.20.2, a configuration phase
 * may follow the game. The proxy then sends what follows as packets of that phase, but the state is PLAY
 * until the client has acknowledged that. At a switch of servers, the player has no server in the meantime.
 * If the server sends the player back into that phase without a switch, only an event reports it (facts 14
 * and 21 in tools/development-proxy/README.md).
 */
export class GamePhases {
  readonly #listeners: EventListeners;
  /** UUIDs of players whose configuration phase is about to begin, or has begun. */
  readonly #leaving = new Set<string>();
  /** Comparing with this constant is cheap; reading its name costs as much as sending a message. */
  #play: unknown;

  constructor(host: ScriptHost) {
    this.#listeners = new EventListeners(host);
  }

  get areListening(): boolean {
    return this.#listeners.areListening;
  }

  /** Whether a message sent now reaches the client in the game. */
  isInGame(player: Player): boolean {
    const state = player.getProtocolState();
    if (state !== this.#play && state.name() !== 'PLAY') return false;
    this.#play = state;
    if (this.#leaving.size > 0 && this.#leaving.has(idOf(player))) return false;
    return player.getCurrentServer().isPresent();
  }

  /**
   * Listens until `close()`.
   * @param arrived called when a player has joined a server, and when a configuration phase ends. In the
   * latter case, the client may not be in the game yet
   */
  listen(arrived: (player: Player) => void): void {
    const events = 'com.velocitypowered.api.event';
    this.#listeners.on(Java.type(`${events}.player.ServerPostConnectEvent`).class, (event) => {
      this.#arrive(event.getPlayer(), arrived);
    });
    const configuration = `${events}.player.configuration` as const;
    this.#listeners.on(Java.type(`${configuration}.PlayerFinishedConfigurationEvent`).class, (event) => {
      this.#arrive(event.player(), arrived);
    });
    this.#listeners.on(Java.type(`${configuration}.PlayerEnterConfigurationEvent`).class, (event) => {
      if (event.player().isActive()) this.#leaving.add(idOf(event.player()));
    });
    this.#listeners.on(Java.type(`${events}.connection.DisconnectEvent`).class, (event) => {
      this.#leaving.delete(idOf(event.getPlayer()));
    });
  }

  close(): void {
    this.#listeners.close();
    this.#leaving.clear();
  }

  #arrive(player: Player, arrived: (player: Player) => void): void {
    this.#leaving.delete(idOf(player));
    if (player.isActive()) arrived(player);
  }
}

function idOf(player: Player): string {
  return player.getUniqueId().toString();
}
