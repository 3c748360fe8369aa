import type { CoinsTradesSnapshot } from './coins-trades-snapshot.ts';
import type { EventsSnapshot } from './events-snapshot.ts';
import type { HealthSnapshot } from './health-snapshot.ts';
import type { ServersSnapshot } from './servers-snapshot.ts';
import type { VotingsSnapshot } from './votings-snapshot.ts';

/** What the routes answer from: the five resources as they are in memory. */
export interface Snapshots {
  readonly coinsTrades: Pick<CoinsTradesSnapshot, 'newest'>;
  readonly events: Pick<EventsSnapshot, 'isLoaded' | 'all' | 'of'>;
  readonly health: Pick<HealthSnapshot, 'current'>;
  readonly servers: Pick<ServersSnapshot, 'isLoaded' | 'all' | 'get'>;
  readonly votings: Pick<VotingsSnapshot, 'isLoaded' | 'all' | 'of'>;
}
