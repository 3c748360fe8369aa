import { coinsTradesKind } from '../../../node/records/coins-trades-kind.ts';
import { recordKind } from '../../../node/records/record-kind.ts';
import { voteCountsKind } from '../../../node/records/vote-counts-kind.ts';
import type { IoredisCommands } from '../../../node/redis/commands/ioredis-commands.ts';
import { readRecent } from '../../../node/redis/commands/recent-names.ts';
import type { RedisClient } from '../../../node/redis/connecting/redis-client.ts';
import { heartbeatKind } from '../../../node/redis/mirroring/heartbeats.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import { AuditLog } from '../../../shared/redis/blocklists/history/audit-log.ts';
import { MirroredBlocklists } from '../../../shared/redis/blocklists/reading/mirrored-blocklists.ts';
import type { MirrorKind } from '../../../shared/redis/mirror/mirror-kind.ts';
import type { Mirror } from '../../../shared/redis/mirror/mirror.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { validators } from '../../../shared/rest/validators.js';
import { tokenKind } from '../access/token-kind.ts';
import { History } from './history.ts';

export interface KindsDependencies {
  readonly mirror: Mirror;
  readonly redis: RedisClient;
  readonly commands: IoredisCommands;
  readonly keys: RedisKeys;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The default number of trades in one response of the public interface; only these are checked. */
const TRADES = 1000;

/** Adds everything that the admin's server keeps in memory to its one mirror. */
export function addKinds(dependencies: KindsDependencies) {
  const { commands, keys, mirror, redis } = dependencies;
  // Not served here, but checked: the console lists the invalid ones.
  const records = [
    { name: 'servers', prefix: keys.servers, validate: validators.storedServer },
    { name: 'events', prefix: keys.events, validate: validators.storedEvent },
    { name: 'votings', prefix: keys.votings, validate: validators.storedVoting },
  ] as const;
  for (const options of records) mirror.add(recordKind<unknown>({ ...dependencies, ...options }));
  mirror.add(voteCountsKind(keys.voteCounts, commands));
  mirror.add(coinsTradesKind({ key: keys.coinsTrades, commands, maximum: TRADES }));
  return {
    tokens: mirror.add(tokenKind(dependencies)),
    heartbeats: mirror.add(heartbeatKind(commands, keys)),
    history: new History({ mirror, log: new AuditLog(commands, keys), keys }),
    blocklists: new MirroredBlocklists({ ...dependencies, withServers: true }),
    names: mirror.add(namesKind(redis, keys)),
  };
}

/** The names of clients and features that mods have sent, the latest first. */
function namesKind(redis: RedisClient, keys: RedisKeys): MirrorKind<readonly string[]> {
  return {
    name: 'names',
    prefixes: [],
    keys: [keys.catalogueClients, keys.catalogueFeatures],
    read: async (batch) =>
      await Promise.all(
        batch.map(async (key) => ({ state: 'present' as const, value: await readRecent(redis, key) })),
      ),
  };
}
