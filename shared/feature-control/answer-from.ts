import { NO_LISTS, selectBlockedFeatures } from './blocked-features.ts';
import type { BlocklistStore } from './blocklist-store.ts';
import type { PlayerScope } from './player-scope.ts';

/**
 * Returns the blocked ones of a mod's features for a player, from memory.
 * @returns undefined if the lists were never read
 */
export function answerFrom(
  blocklists: BlocklistStore,
  client: string,
  features: readonly string[],
  { isExempt, server }: PlayerScope,
): string[] | undefined {
  const lists = isExempt ? NO_LISTS : blocklists.lookUp(client, server);
  return lists && selectBlockedFeatures(features, lists);
}
