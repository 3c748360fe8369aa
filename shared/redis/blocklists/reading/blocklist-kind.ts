import type { FeatureSet } from '../../../feature-control/blocked-features.ts';
import { ABSENT } from '../../mirror/mirror-kind.ts';
import type { MirrorKind, ReadResult } from '../../mirror/mirror-kind.ts';
import type { RedisCommands } from '../../redis-commands.ts';
import type { RedisKeys } from '../../redis-keys.ts';

type SetCommands = Pick<RedisCommands, 'smembers'>;

/** Number of lists that are read together: many long ones would occupy the script thread. */
export const LISTS_PER_BATCH = 16;

/** Blocklists as a {@link MirrorKind}: sets of features. */
export function blocklistKind(commands: SetCommands, keys: RedisKeys): MirrorKind<FeatureSet> {
  return {
    ...setKind(commands),
    name: 'blocklists',
    keys: [keys.blocklistGlobal],
    prefixes: [keys.blocklistClients],
  };
}

/** The blocklists of game servers as a {@link MirrorKind}. */
export function serverBlocklistKind(commands: SetCommands, keys: RedisKeys): MirrorKind<FeatureSet> {
  return { ...setKind(commands), name: 'blocklists of servers', prefixes: [keys.blocklistServers] };
}

function setKind(commands: SetCommands): Pick<MirrorKind<FeatureSet>, 'batchSize' | 'isSame' | 'read'> {
  return {
    batchSize: LISTS_PER_BATCH,
    read: async (some) => (await commands.smembers(some)).map(toResult),
    isSame: (one, other) => one.size === other.size && [...one].every((feature) => other.has(feature)),
  };
}

/** @param list undefined if the key has another type */
function toResult(list: FeatureSet | undefined): ReadResult<FeatureSet> {
  if (list === undefined) return { state: 'wrong type', expected: 'a set' };
  return list.size === 0 ? ABSENT : { state: 'present', value: list };
}
