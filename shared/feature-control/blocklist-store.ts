import type { Blocklists } from './blocked-features.ts';

/** The source of blocklists. */
export interface BlocklistStore {
  /**
   * Returns the lists that apply to `client`, from memory.
   * @param server the player's game server, by its name in the proxy; its list applies, too. Omit
   * it if servers have no lists, or the player is on none
   * @returns undefined if one of them has never been read, as a blocked feature must not be reported as free
   * (G18)
   */
  lookUp(client: string, server?: string): Blocklists | undefined;
}
