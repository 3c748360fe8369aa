import type { Blocklists } from './blocked-features.ts';

/** Where blocklists come from. */
export interface BlocklistStore {
  /**
   * The lists that apply to `client`. They are sure to be right for the given `features` only: a store that
   * is in the middle of reading a list again asks for just these.
   * @param server where the player is, by its name in the proxy: what is blocked there is in the global list.
   * Left out where servers have no lists, and where the player is on none
   * @returns at once where they are known; undefined while they were never known, as a blocked feature must
   * not be reported as free (G18)
   */
  lookUp(
    client: string,
    features: readonly string[],
    server?: string,
  ): Blocklists | undefined | Promise<Blocklists | undefined>;
}
