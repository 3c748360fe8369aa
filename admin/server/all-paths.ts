import { readServerFacts } from '../../node/redis/commands/server-facts.ts';
import { cachedFor } from '../../shared/cached-for.ts';
import { METHODS } from '../../shared/feature-control/methods.ts';
import type { Platform } from '../../shared/platform.ts';
import type { Guard } from '../../shared/rate-limit/guard.ts';
import { RedisBlocklistEditor } from '../../shared/redis/blocklists/editing/redis-blocklist-editor.ts';
import type { ProgramRecord } from '../../shared/redis/programs/program-record.ts';
import { serverNamesOf } from '../../shared/redis/programs/server-scopes.ts';
import type { Authentication } from './access/authentication.ts';
import type { LinkSession } from './access/link-session.ts';
import type { AdminServerConfig } from './config.ts';
import type { EventStreams } from './console/event-streams.ts';
import { readLimitedPlayers } from './console/limited-players.ts';
import type { ProgramHistory } from './console/program-history.ts';
import type { ConnectedCollections } from './data/connect-collections.ts';
import type { Lists } from './lists/lists.ts';
import { metricsPaths } from './metrics/metrics.ts';
import { consolePaths } from './routes/console-paths.ts';
import { editPaths } from './routes/edit-paths.ts';
import type { Paths } from './routes/endpoints.ts';
import { rateLimitPaths } from './routes/rate-limit-paths.ts';

interface AllPathsDependencies extends Platform {
  readonly config: AdminServerConfig;
  readonly data: ConnectedCollections;
  readonly lists: Lists;
  readonly programs: ProgramHistory;
  readonly streams: EventStreams;
  readonly session: LinkSession;
  readonly authentication: Authentication;
  readonly guard: Guard;
  /** Returns the text of a dump. @param programs the latest heartbeats */
  readonly createDump: (programs: readonly ProgramRecord[]) => Promise<string>;
}

/** Lifetime of the limited players in memory, in milliseconds: finding their keys takes a `SCAN`. */
const LIMITED_LIFETIME_MS = 3000;
/** Lifetime of a dump in memory, in milliseconds: `doctor` reads every key. */
const DUMP_LIFETIME_MS = 5000;
/** The period of the limit of edits, in milliseconds. */
const EDITS_WINDOW_MS = 10_000;

/** Returns everything that needs a token. */
export function allPaths(dependencies: AllPathsDependencies): Paths {
  const { clock, config, createDump, data } = dependencies;
  const { collections, keys, redis, time } = data;
  const heartbeats = (): ProgramRecord[] => [...collections.heartbeats.entries()].map(([, record]) => record);
  const parts = { ...dependencies, ...collections, ...data };
  return {
    ...metricsPaths({ ...parts, readServers: () => readServerFacts(redis, Date.now) }),
    ...rateLimitPaths({
      ...parts,
      methods: METHODS.map(({ name }) => name),
      limited: cachedFor(LIMITED_LIFETIME_MS, clock, () => readLimitedPlayers(redis, keys)),
    }),
    ...editPaths({
      ...parts,
      editor: new RedisBlocklistEditor({
        ...parts,
        maxRecords: config.historyEntries,
        serverNames: () => serverNamesOf(heartbeats()),
      }),
      nowMs: time.now,
      limit: { maxRequests: config.editsPer10s, windowMs: EDITS_WINDOW_MS },
    }),
    ...consolePaths({
      ...parts,
      redisNow: time.measuredNow,
      dump: cachedFor(DUMP_LIFETIME_MS, clock, () => createDump(heartbeats())),
      names: () => ({
        clients: collections.names.get(keys.catalogueClients) ?? [],
        features: collections.names.get(keys.catalogueFeatures) ?? [],
      }),
    }),
  };
}
