import type { Guard } from '../../shared/rate-limit/guard.ts';
import type { Authentication } from './access/authentication.ts';
import type { LinkSession } from './access/link-session.ts';
import type { AdminServerConfig } from './config.ts';
import type { EventStreams } from './console/event-streams.ts';
import type { ProgramHistory } from './console/program-history.ts';
import type { ConnectedCollections } from './data/connect-collections.ts';
import type { Lists } from './lists/lists.ts';

/** What the paths of the server answer from. */
export interface ServerParts extends ConnectedCollections {
  readonly config: AdminServerConfig;
  readonly lists: Lists;
  readonly programs: ProgramHistory;
  readonly streams: EventStreams;
  readonly session: LinkSession;
  readonly authentication: Authentication;
  /** Counts the reads and the edits of each token. */
  readonly guard: Guard;
  /** Returns the text of a dump: the state of the network for a bug report, in JSON. */
  readonly createDump: () => Promise<string>;
}
