import type { Player } from '../../types/velocity.ts';

/**
 * Creates a check of whether a message sent now reaches a player's client in the PLAY state, rather than in
 * the login or configuration phase. The protocol state alone is not enough: since Minecraft 1.20.2, a switch
 * of servers removes the player's server, then sends what follows as packets of the configuration phase, but
 * the state is PLAY until the client has acknowledged that. `ServerPostConnectEvent` ends every switch of a
 * player who stays. Reading the name of the proxy's enum constant costs as much as the rest of sending a
 * message, so the constant is remembered.
 */
export function createInGameCheck(): (player: Player) => boolean {
  let play: unknown;
  return (player) => {
    const state = player.getProtocolState();
    if (state !== play && state.name() !== 'PLAY') return false;
    play = state;
    return player.getCurrentServer().isPresent();
  };
}
