import { coinsTradesCollection } from '../../../node/records/coins-trades.ts';
import { recordsOfType } from '../../../node/records/json-records.ts';
import { voteCountsCollection } from '../../../node/records/vote-counts.ts';
import { readRecent } from '../../../node/redis/commands/recent-names.ts';
import type { RedisClient } from '../../../node/redis/connecting/redis-client.ts';
import { connectMirror } from '../../../node/redis/mirroring/connect-mirror.ts';
import { heartbeatCollection } from '../../../node/redis/mirroring/heartbeats.ts';
import { MirrorLog } from '../../../node/redis/mirroring/mirror-log.ts';
import type { Platform } from '../../../shared/platform.ts';
import { StoredHistory } from '../../../shared/redis/blocklists/history/stored-history.ts';
import { listCollection } from '../../../shared/redis/blocklists/reading/list-collection.ts';
import type { Collection } from '../../../shared/redis/mirror/collection.ts';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { describeNodes } from '../../../shared/redis/url/redis-url.ts';
import { KEYED_RECORDS } from '../../../shared/rest/record-types.ts';
import { tokenCollection } from '../access/tokens.ts';
import type { AdminServerConfig } from '../config.ts';
import { History } from './history.ts';
import { createRedisTime } from './redis-time.ts';

interface ConnectOptions extends Platform {
  /** Called when the data has become current, or is no longer. */
  readonly connectionChanged: () => void;
}

/** The default number of trades in one response of the public interface; only these are checked. */
const TRADES = 1000;

/** Connects to Redis. From `mirror.start()` on, the one mirror keeps everything that is shown in memory. */
export function connectCollections(config: AdminServerConfig, options: ConnectOptions) {
  const { connectionChanged, ...platform } = options;
  const { clock, logger } = platform;
  const keys = new RedisKeys(config.keyPrefix);
  const { close, commands, conditions, mirror, redis } = connectMirror(config.redis, {
    ...platform,
    name: 'admin-server',
    revalidateMs: config.resyncMs,
    stateChanged: () => {
      const wasConnected = log.isConnected;
      log.update();
      if (log.isConnected !== wasConnected) connectionChanged();
    },
  });
  const time = createRedisTime({ clock, commands });
  // Not served here, but checked: the console lists the invalid ones.
  for (const name of KEYED_RECORDS) mirror.add(recordsOfType(name, { commands, keys, logger }));
  mirror.add(voteCountsCollection(keys.voteCounts, commands));
  mirror.add(coinsTradesCollection({ key: keys.coinsTrades, commands, maximum: TRADES }));
  const tokens = mirror.add(tokenCollection({ commands, keys, clock }));
  const heartbeats = mirror.add(heartbeatCollection(commands, keys));
  const history = new History({ mirror, stored: new StoredHistory(commands, keys), keys });
  const blocklists = mirror.add(
    listCollection({ commands, keys, withServers: true, measureClock: time.measuredNow }),
  );
  const log = new MirrorLog({
    mirror,
    logger,
    endpoint: describeNodes(config.redis.url),
    contents: () => `${blocklists.size} blocklists, ${tokens.size} tokens, ${heartbeats.size} programs`,
  });
  return {
    ...platform,
    keys,
    redis,
    commands,
    conditions,
    mirror,
    time,
    tokens,
    heartbeats,
    history,
    blocklists,
    names: mirror.add(namesCollection(redis, keys)),
    /** Whether everything was loaded, and memory equals Redis as far as known. */
    isCurrent: () => log.isConnected,
    close,
  };
}

export type ConnectedCollections = ReturnType<typeof connectCollections>;

/** The names of clients and features that mods have sent, the latest first. */
function namesCollection(redis: RedisClient, keys: RedisKeys): Collection<readonly string[]> {
  return {
    name: 'names',
    prefixes: [],
    keys: [keys.catalogueClients, keys.catalogueFeatures],
    read: async (key) => ({ state: 'present', value: await readRecent(redis, key) }),
  };
}
