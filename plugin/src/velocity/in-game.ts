import type { Player } from '../../types/velocity.ts';

/**
 * Creates a check of whether a player's client is in the PLAY state, rather than in the login or
 * configuration phase. Reading the name of the proxy's enum constant costs as much as the rest of sending a
 * message, so the constant is remembered.
 */
export function createInGameCheck(): (player: Player) => boolean {
  let play: unknown;
  return (player) => {
    const state = player.getProtocolState();
    if (state === play) return true;
    if (state.name() !== 'PLAY') return false;
    play = state;
    return true;
  };
}
