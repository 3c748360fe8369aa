import type { Blocklists } from './blocked-features.ts';

/** The source of blocklists. */
export interface BlocklistStore {
  /**
   * Returns the lists that apply to `client`. They are only guaranteed to be right for the given `features`:
   * while a list is being re-read, the store queries just these.
   * @param server the player's game server, by its name in the proxy; its list is merged into the global one.
   * Omit it if servers have no lists, or the player is on none
   * @returns without a promise if the lists are known; undefined if they have never been loaded, as a blocked
   * feature must not be reported as free (G18)
   */
  lookUp(
    client: string,
    features: readonly string[],
    server?: string,
  ): Blocklists | undefined | Promise<Blocklists | undefined>;
}
