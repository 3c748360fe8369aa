import { GLOBAL_LIST } from '../../../feature-control/blocklist-name.ts';
import { isSameContents, nextEndMs } from '../../../feature-control/list-contents.ts';
import type { ListContents } from '../../../feature-control/list-contents.ts';
import { ABSENT, wrongType } from '../../mirror/collection.ts';
import type { Collection } from '../../mirror/collection.ts';
import type { RedisKeys } from '../../redis-keys.ts';
import { readList } from './read-list.ts';
import type { ListCommands } from './read-list.ts';

export interface ListCollectionDependencies {
  readonly commands: ListCommands;
  readonly keys: RedisKeys;
  /** Whether the lists of game servers are read, too. */
  readonly withServers: boolean;
  /** Measures the clock of Redis. Called with each read of a list with timed blocks. */
  readonly measureClock: () => Promise<unknown>;
}

/** Number of lists that are read at the same time: many long ones would occupy the script thread. */
const MAX_IN_FLIGHT = 16;

/** The blocklists, by the keys of their sets. A list is one value, whichever of its keys has changed. */
export function listCollection({
  commands,
  keys,
  measureClock,
  withServers,
}: ListCollectionDependencies): Collection<ListContents> {
  const prefixes = [keys.blocklistClients, ...(withServers ? [keys.blocklistServers] : [])];
  return {
    name: 'blocklists',
    keys: [keys.blocklistGlobal, keys.timedBlocklistKey(GLOBAL_LIST)],
    prefixes: prefixes.flatMap((prefix) => [prefix, keys.timedPrefixOf(prefix)]),
    maxInFlight: MAX_IN_FLIGHT,
    valueKeyOf: (key) => (key.startsWith(keys.timedBlocklists) ? keys.blocklistOfTimed(key) : key),
    read: async (key, known) => {
      const { contents, wrongTypes } = await readList(commands, keys, key, known);
      if (nextEndMs(contents, 0) < Infinity) await measureClock();
      const rejectedParts = [...wrongTypes].map(([wrongKey, expected]) => ({
        name: wrongKey === key ? '' : wrongKey,
        ...wrongType(expected),
      }));
      if (contents.size === 0 && rejectedParts.length === 0) return ABSENT;
      return { state: 'present', value: contents, rejectedParts };
    },
    isSame: isSameContents,
  };
}
