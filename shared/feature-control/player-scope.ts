/** What of a player decides about answers besides the mod that asks, where operators want that. */
export interface PlayerScope {
  /** The game server that the player is on, by its name in the proxy; undefined for none. */
  readonly server: string | undefined;
  /** Whether nothing is blocked for the player, whatever the lists say. */
  readonly isExempt: boolean;
}

/** That of every player, where nothing depends on who asks. */
export const NO_SCOPE: PlayerScope = { server: undefined, isExempt: false };

/** @param player UUID, in lower case with hyphens */
export type ScopeOf = (player: string) => PlayerScope;

/** The same for players to whom the same lists apply, and for no others. */
export function scopeKey({ isExempt, server }: PlayerScope): string {
  if (isExempt) return 'exempt';
  return server === undefined ? '' : `on ${server}`;
}

/** Whether the same lists apply. */
export function isSameScope(one: PlayerScope, other: PlayerScope): boolean {
  return one === other || scopeKey(one) === scopeKey(other);
}
