import type { Player } from '../../types/velocity.ts';

/**
 * Whether a player's client is in the game, rather than logging in or being configured. To look up the name
 * of the proxy's constant costs as much as all else that is done for a message, so the constant is
 * remembered.
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
