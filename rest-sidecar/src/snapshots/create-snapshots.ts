import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { LossWatch } from '../../../shared/redis/loss/loss-watch.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { WrongTypes } from '../../../shared/redis/wrong-types.ts';
import type { RepresentationFactory } from '../http/representation.ts';
import type { CoinsTradeStream } from './coins-trade-stream.ts';
import { CoinsTradesSnapshot } from './coins-trades-snapshot.ts';
import { EventsSnapshot } from './events-snapshot.ts';
import type { HashSource } from './hash-source.ts';
import { HealthSnapshot } from './health-snapshot.ts';
import { LeftOut } from './left-out.ts';
import type { LiveResource } from './live-resource.ts';
import { ServersSnapshot } from './servers-snapshot.ts';
import type { Snapshots } from './snapshots.ts';
import { VotingsSnapshot } from './votings-snapshot.ts';

export interface SnapshotsDependencies {
  readonly keys: RedisKeys;
  readonly source: HashSource;
  readonly stream: CoinsTradeStream;
  readonly losses: LossWatch;
  readonly wrongTypes: WrongTypes;
  /** @param cacheControl in place of the configured one */
  readonly createFactory: (cacheControl?: string) => RepresentationFactory;
  readonly coinsTradesMaximum: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface CreatedSnapshots {
  readonly served: Snapshots;
  readonly resources: readonly LiveResource[];
  readonly health: HealthSnapshot;
  readonly leftOut: LeftOut;
}

/** The state of the service is worth nothing when it is old. */
const ALWAYS_ASK = 'no-cache';

/** Creates the snapshots of all resources, empty yet. */
export function createSnapshots(dependencies: SnapshotsDependencies): CreatedSnapshots {
  const { keys, createFactory, coinsTradesMaximum: maximum, logger } = dependencies;
  const leftOut = new LeftOut(logger);
  const factory = createFactory();
  const shared = { ...dependencies, leftOut, factory };
  const coinsTrades = new CoinsTradesSnapshot({ ...shared, key: keys.coinsTrades, maximum });
  const events = new EventsSnapshot({ ...shared, key: keys.events });
  const servers = new ServersSnapshot({ ...shared, key: keys.servers });
  const votings = new VotingsSnapshot(shared);
  const health = new HealthSnapshot(createFactory(ALWAYS_ASK));
  return {
    served: { coinsTrades, events, health, servers, votings },
    resources: [coinsTrades, events, servers, votings],
    health,
    leftOut,
  };
}
