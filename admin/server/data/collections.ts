import { coinsTradesCollection } from '../../../node/records/coins-trades.ts';
import { recordsOfType } from '../../../node/records/json-records.ts';
import { voteCountsCollection } from '../../../node/records/vote-counts.ts';
import type { IoredisCommands } from '../../../node/redis/commands/ioredis-commands.ts';
import { readRecent } from '../../../node/redis/commands/recent-names.ts';
import type { RedisClient } from '../../../node/redis/connecting/redis-client.ts';
import { heartbeatCollection } from '../../../node/redis/mirroring/heartbeats.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import { StoredHistory } from '../../../shared/redis/blocklists/history/stored-history.ts';
import { listCollection } from '../../../shared/redis/blocklists/reading/list-collection.ts';
import type { Collection } from '../../../shared/redis/mirror/collection.ts';
import type { Mirror } from '../../../shared/redis/mirror/mirror.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { KEYED_RECORDS } from '../../../shared/rest/record-types.ts';
import { tokenCollection } from '../access/tokens.ts';
import { History } from './history.ts';
import type { RedisTime } from './redis-time.ts';

export interface CollectionsDependencies {
  readonly mirror: Mirror;
  readonly redis: RedisClient;
  readonly commands: IoredisCommands;
  readonly keys: RedisKeys;
  readonly clock: Clock;
  readonly time: RedisTime;
  readonly logger: Logger;
}

/** The default number of trades in one response of the public interface; only these are checked. */
const TRADES = 1000;

/** Adds everything that the admin's server keeps in memory to its one mirror. */
export function addCollections(dependencies: CollectionsDependencies) {
  const { commands, keys, mirror, redis, time } = dependencies;
  // Not served here, but checked: the console lists the invalid ones.
  for (const name of KEYED_RECORDS) mirror.add(recordsOfType(name, dependencies));
  mirror.add(voteCountsCollection(keys.voteCounts, commands));
  mirror.add(coinsTradesCollection({ key: keys.coinsTrades, commands, maximum: TRADES }));
  return {
    tokens: mirror.add(tokenCollection(dependencies)),
    heartbeats: mirror.add(heartbeatCollection(commands, keys)),
    history: new History({ mirror, stored: new StoredHistory(commands, keys), keys }),
    blocklists: mirror.add(
      listCollection({
        ...dependencies,
        withServers: true,
        measureClock: time.measuredNow,
      }),
    ),
    names: mirror.add(namesCollection(redis, keys)),
  };
}

/** The names of clients and features that mods have sent, the latest first. */
function namesCollection(redis: RedisClient, keys: RedisKeys): Collection<readonly string[]> {
  return {
    name: 'names',
    prefixes: [],
    keys: [keys.catalogueClients, keys.catalogueFeatures],
    read: async (key) => ({ state: 'present', value: await readRecent(redis, key) }),
  };
}
