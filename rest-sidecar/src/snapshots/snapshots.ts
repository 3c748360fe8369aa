import { coinsTradesCollection } from '../../../node/records/coins-trades.ts';
import { recordsOfType } from '../../../node/records/json-records.ts';
import { voteCountsCollection } from '../../../node/records/vote-counts.ts';
import type { IoredisCommands } from '../../../node/redis/commands/ioredis-commands.ts';
import type { Platform } from '../../../shared/platform.ts';
import type { Mirror } from '../../../shared/redis/mirror/mirror.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { RepresentationFactory } from '../http/representation.ts';
import { Health } from './health.ts';
import type { HealthDependencies } from './health.ts';
import type { KeyedRepresentations } from './keyed-representations.ts';
import type { PrefixRepresentations } from './prefix-representations.ts';
import type { RecordsByServer } from './records-by-server.ts';
import { serveCoinsTrades, serveEvents, serveServers, serveVotings } from './serve-mirrored.ts';

type ServedLists = Pick<RecordsByServer, 'isPublished' | 'all' | 'of'>;

/** The five resources in memory, from which the routes answer. */
export interface Snapshots {
  readonly coinsTrades: PrefixRepresentations;
  readonly events: ServedLists;
  readonly health: Health;
  readonly servers: KeyedRepresentations;
  readonly votings: ServedLists;
  close(): void;
}

export interface SnapshotsDependencies extends Pick<HealthDependencies, 'conditions' | 'endpoint'>, Platform {
  /** Not started yet. */
  readonly mirror: Mirror;
  readonly keys: RedisKeys;
  readonly commands: IoredisCommands;
  readonly factory: RepresentationFactory;
  readonly coinsTradesMaximum: number;
}

/** The health must never be served stale. */
const ALWAYS_REVALIDATE = 'no-cache';

/** Creates the snapshots of all resources, empty until the mirror has loaded them. */
export function createSnapshots(dependencies: SnapshotsDependencies): Snapshots {
  const { coinsTradesMaximum: maximum, factory, keys, mirror } = dependencies;
  const servers = mirror.add(recordsOfType('server', dependencies));
  const events = mirror.add(recordsOfType('event', dependencies));
  const votings = mirror.add(recordsOfType('voting', dependencies));
  const counts = mirror.add(voteCountsCollection(keys.voteCounts, dependencies.commands));
  const trades = mirror.add(coinsTradesCollection({ ...dependencies, key: keys.coinsTrades, maximum }));
  const contents = (): string =>
    `${servers.size} servers, ${events.size} events, ${votings.size} votings, ` +
    `${trades.get(keys.coinsTrades)?.length ?? 0} trades`;

  const activeEvents = serveEvents(events, dependencies);
  const activeVotings = serveVotings(votings, counts, dependencies);
  return {
    coinsTrades: serveCoinsTrades(trades, dependencies),
    events: activeEvents,
    health: new Health({
      ...dependencies,
      factory: factory.with({ cacheControl: ALWAYS_REVALIDATE }),
      contents,
    }),
    servers: serveServers(servers, dependencies),
    votings: activeVotings,
    close() {
      activeEvents.close();
      activeVotings.close();
    },
  };
}
