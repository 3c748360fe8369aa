import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { Mirror } from '../../../shared/redis/mirror/mirror.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { validators } from '../../../shared/rest/validators.js';
import type { Timers } from '../../../shared/timers.ts';
import type { RepresentationFactory } from '../http/representation.ts';
import type { CoinsTradeStream } from './coins-trade-stream.ts';
import { coinsTradesKind } from './coins-trades-kind.ts';
import { CoinsTradesSnapshot } from './coins-trades-snapshot.ts';
import { HealthSnapshot } from './health-snapshot.ts';
import type { RecordCommands } from './record-commands.ts';
import { recordKind } from './record-kind.ts';
import { RecordsByServer } from './records-by-server.ts';
import { serveEvents } from './serve-events.ts';
import { serveVotings } from './serve-votings.ts';
import { ServersSnapshot } from './servers-snapshot.ts';
import type { Snapshots } from './snapshots.ts';
import { voteCountsKind } from './vote-counts-kind.ts';

export interface SnapshotsDependencies {
  /** Not started yet. */
  readonly mirror: Mirror;
  readonly keys: RedisKeys;
  readonly commands: RecordCommands;
  readonly stream: CoinsTradeStream;
  /** @param cacheControl in place of the configured one */
  readonly createFactory: (cacheControl?: string) => RepresentationFactory;
  readonly coinsTradesMaximum: number;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
}

export interface CreatedSnapshots {
  readonly served: Snapshots;
  readonly health: HealthSnapshot;
  /** How much the mirror holds, for a log line. */
  readonly contents: () => string;
  close(): void;
}

/** The state of the service is worth nothing when it is old. */
const ALWAYS_ASK = 'no-cache';

/** Creates the snapshots of all resources, empty until the mirror has loaded them. */
export function createSnapshots(dependencies: SnapshotsDependencies): CreatedSnapshots {
  const { clock, commands, coinsTradesMaximum: maximum, createFactory, keys, logger, mirror } = dependencies;
  const factory = createFactory();
  const recordsOf = <Stored>(name: string, prefix: string, validate: Validator<Stored>) =>
    mirror.add(recordKind({ name, prefix, validate, commands, logger }));
  const servers = recordsOf('servers', keys.servers, validators.storedServer);
  const events = recordsOf('events', keys.events, validators.storedEvent);
  const votings = recordsOf('votings', keys.votings, validators.storedVoting);
  const counts = mirror.add(voteCountsKind(keys.voteCounts, commands));
  const trades = mirror.add(coinsTradesKind({ ...dependencies, key: keys.coinsTrades, maximum }));

  const activeEvents = new RecordsByServer({ ...dependencies, factory });
  serveEvents({ prefix: keys.events, mirrored: events, records: activeEvents });
  const activeVotings = new RecordsByServer({ ...dependencies, factory });
  serveVotings({
    ...{ prefix: keys.votings, countsPrefix: keys.voteCounts },
    ...{ mirrored: votings, counts, records: activeVotings },
  });
  const health = new HealthSnapshot(createFactory(ALWAYS_ASK));
  return {
    served: {
      coinsTrades: new CoinsTradesSnapshot({ key: keys.coinsTrades, mirrored: trades, factory, clock }),
      events: activeEvents,
      health,
      servers: new ServersSnapshot({ prefix: keys.servers, mirrored: servers, factory, clock }),
      votings: activeVotings,
    },
    health,
    contents: () =>
      `${servers.size} servers, ${events.size} events, ${votings.size} votings, ` +
      `${trades.get(keys.coinsTrades)?.length ?? 0} trades`,
    close() {
      activeEvents.close();
      activeVotings.close();
    },
  };
}

type Validator<Stored> = Parameters<typeof recordKind<Stored>>[0]['validate'];
