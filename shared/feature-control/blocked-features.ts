import { isBlockedAt } from './entry-state.ts';
import { NO_CONTENTS } from './list-contents.ts';
import type { ListContents } from './list-contents.ts';

/** The lists that decide about a mod's features, at one moment. */
export interface Blocklists {
  /** The lists that apply to every client: the global one, and that of the player's game server, if any. */
  readonly forEveryClient: readonly ListContents[];
  /** Applies to the requesting mod, identified by `client`. */
  readonly personal: ListContents;
  /** Milliseconds since the epoch by Redis's clock. */
  readonly nowMs: number;
}

/** Empty lists: nothing is blocked. */
export const NO_LISTS: Blocklists = { forEveryClient: [], personal: NO_CONTENTS, nowMs: 0 };

/**
 * Whether a feature is blocked: it is in the global blocklist or in the personal one of the client (section
 * 4.2, rule 2). Names compare exactly, case included (G14).
 */
export function isFeatureBlocked({ forEveryClient, personal, nowMs }: Blocklists, feature: string): boolean {
  const isIn = (list: ListContents): boolean => {
    const state = list.get(feature);
    return state !== undefined && isBlockedAt(state, nowMs);
  };
  return forEveryClient.some(isIn) || isIn(personal);
}

/**
 * Returns the blocked ones of the requested features.
 * @returns only requested features (rule 3), in the order of the request, each once (G14)
 */
export function selectBlockedFeatures(features: readonly string[], blocklists: Blocklists): string[] {
  return [...new Set(features.filter((feature) => isFeatureBlocked(blocklists, feature)))];
}
