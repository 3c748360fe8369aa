import type { CoinsTradesSnapshot } from './coins-trades-snapshot.ts';
import type { HealthSnapshot } from './health-snapshot.ts';
import type { RecordsByServer } from './records-by-server.ts';
import type { ServersSnapshot } from './servers-snapshot.ts';

/** What the routes answer from: the five resources as they are in memory. */
export interface Snapshots {
  readonly coinsTrades: Pick<CoinsTradesSnapshot, 'newest'>;
  readonly events: Pick<RecordsByServer, 'isPublished' | 'all' | 'of'>;
  readonly health: Pick<HealthSnapshot, 'current'>;
  readonly servers: Pick<ServersSnapshot, 'isLoaded' | 'all' | 'get'>;
  readonly votings: Pick<RecordsByServer, 'isPublished' | 'all' | 'of'>;
}
