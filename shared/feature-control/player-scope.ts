/**
 * The properties of a player that affect answers, in addition to the requesting mod, if operators configure
 * that.
 */
export interface PlayerScope {
  /** The player's game server, by its name in the proxy; undefined for none. */
  readonly server: string | undefined;
  /** Whether nothing is blocked for the player, regardless of the lists. */
  readonly isExempt: boolean;
}

/** The scope of every player if answers are the same for all players. */
export const NO_SCOPE: PlayerScope = { server: undefined, isExempt: false };

/** @param player UUID, in lower case with hyphens */
export type ScopeOf = (player: string) => PlayerScope;

/** Returns equal keys for players to whom the same lists apply, and different keys otherwise. */
export function scopeKey({ isExempt, server }: PlayerScope): string {
  if (isExempt) return 'exempt';
  return server === undefined ? '' : `on ${server}`;
}
