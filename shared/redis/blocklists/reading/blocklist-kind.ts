import type { FeatureSet } from '../../../feature-control/blocked-features.ts';
import { ABSENT } from '../../mirror/mirror-kind.ts';
import type { MirrorKind } from '../../mirror/mirror-kind.ts';
import type { RedisCommands } from '../../redis-commands.ts';

/** Number of lists that are read together: many long ones would occupy the script thread. */
export const LISTS_PER_BATCH = 16;

export type BlocklistKindCommands = Pick<RedisCommands, 'smembers'>;

/** Blocklists as a {@link MirrorKind}: sets of features. @param lists which ones */
export function blocklistKind(
  commands: BlocklistKindCommands,
  lists: Pick<MirrorKind<FeatureSet>, 'name' | 'keys' | 'prefixes'>,
): MirrorKind<FeatureSet> {
  return {
    ...lists,
    batchSize: LISTS_PER_BATCH,
    read: async (some) =>
      (await commands.smembers(some)).map((list) => {
        if (list === undefined) return { state: 'wrong type', expected: 'a set' };
        return list.size === 0 ? ABSENT : { state: 'present', value: list };
      }),
    isSame: (one, other) => one.size === other.size && [...one].every((feature) => other.has(feature)),
  };
}
