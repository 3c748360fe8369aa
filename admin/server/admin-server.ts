import { hostname } from 'node:os';
import { HttpServer, urlOf } from '../../node/http/http-server.ts';
import { NodeTimers } from '../../node/node-timers.ts';
import { watchProcess } from '../../node/process-figures.ts';
import { readServerFacts } from '../../node/redis/commands/server-facts.ts';
import { SystemClock } from '../../node/system-clock.ts';
import { cachedFor } from '../../shared/cached-for.ts';
import type { NamedList } from '../../shared/feature-control/list-contents.ts';
import { METHODS } from '../../shared/feature-control/methods.ts';
import { Guard } from '../../shared/rate-limit/guard.ts';
import type { RecentWarnings } from '../../shared/recent-warnings.ts';
import { RedisBlocklistEditor } from '../../shared/redis/blocklists/editing/redis-blocklist-editor.ts';
import { healthOf } from '../../shared/redis/mirror/health.ts';
import { Heartbeat } from '../../shared/redis/programs/heartbeat.ts';
import type { ProgramState } from '../../shared/redis/programs/heartbeat.ts';
import type { ProgramRecord } from '../../shared/redis/programs/program-record.ts';
import { serverNamesOf } from '../../shared/redis/programs/server-scopes.ts';
import { VERSION } from '../../shared/version.ts';
import { Authentication } from './access/authentication.ts';
import { LinkSession } from './access/link-session.ts';
import { createAdminApp } from './app.ts';
import { isLoopback } from './config.ts';
import type { AdminServerConfig } from './config.ts';
import { consoleFiles } from './console/console-files.ts';
import { EventStreams } from './console/event-streams.ts';
import { readLimitedPlayers } from './console/limited-players.ts';
import { ProgramHistory } from './console/program-history.ts';
import { publishChanges } from './console/publish-changes.ts';
import { openStore } from './data/store.ts';
import type { Store } from './data/store.ts';
import { recordDirectWrites } from './direct/record-direct-writes.ts';
import { SERVER_ERRORS } from './http/reply.ts';
import { ExpectedLists } from './lists/expected-lists.ts';
import { Lists } from './lists/lists.ts';
import { metricsPaths } from './metrics/metrics.ts';
import { createEditDocument } from './openapi/edit-document.ts';
import { consolePaths } from './routes/console-paths.ts';
import { editPaths } from './routes/edit-paths.ts';
import { createRouter } from './routes/endpoints.ts';
import { rateLimitPaths } from './routes/rate-limit-paths.ts';
import { Webhook } from './webhook/webhook.ts';

export interface AdminServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** What the server knows of the network, also while Redis is unreachable. */
export interface ServerMemory {
  /** The latest heartbeats. */
  readonly programs: readonly ProgramRecord[];
  /** Its own recent warnings. */
  readonly warnings: readonly string[];
}

export interface AdminServerContext {
  readonly logger: RecentWarnings;
  /** The directory of the built console. */
  readonly consoleDirectory: string;
  /** Reads a file of blocklists. @throws Error whose message names the file and its problem */
  readonly readLists: (path: string) => Promise<readonly NamedList[]>;
  /** Who has started the server: the actor of changes in the session of the printed link. */
  readonly actor: string;
  /**
   * Whether to print a link even if there are tokens in Redis. Without tokens, a link is printed on loopback.
   */
  readonly printsLink?: boolean;
  /** Returns the text of a dump: the state of the network for a bug report, in JSON. */
  readonly createDump: (memory: ServerMemory) => Promise<string>;
}

/** How long an idle connection is kept open, in milliseconds. */
const KEEP_ALIVE_MS = 65_000;
/** Lifetime of the limited players in memory, in milliseconds: finding their keys takes a `SCAN`. */
const LIMITED_LIFETIME_MS = 3000;
/** Lifetime of a dump in memory, in milliseconds: `doctor` reads every key. */
const DUMP_LIFETIME_MS = 5000;
/** The period of the limit of edits, in milliseconds. */
const EDITS_WINDOW_MS = 10_000;

/**
 * Wires the parts of the admin's server together, and starts to listen.
 * @throws if the server cannot listen on the address
 */
export async function startAdminServer(
  config: AdminServerConfig,
  context: AdminServerContext,
): Promise<AdminServer> {
  const { actor, consoleDirectory, logger } = context;
  const platform = { clock: new SystemClock(), timers: new NodeTimers(), logger };
  const streams = new EventStreams({ ...platform, isStoreConnected: () => store.isCurrent() });
  const store = openStore(config, {
    ...platform,
    connectionChanged: () => {
      streams.publishStoreState();
    },
  });
  const { commands, keys, collections, mirror, redis, time } = store;
  const lists = new Lists({ ...platform, ...collections, keys, streams, nowMs: time.now });
  const programs = new ProgramHistory(platform.clock);
  publishChanges(store, streams, programs);
  const directWrites = config.recordsDirectWrites
    ? recordDirectWrites({
        ...platform,
        ...collections,
        redis,
        commands,
        keys,
        maxRecords: config.auditEntries,
      })
    : undefined;
  const { expectedLists, webhook: settings } = config;
  const webhook = settings && new Webhook({ ...platform, ...collections, settings, redis, commands, keys });
  const { readLists } = context;
  const expected =
    expectedLists === ''
      ? undefined
      : new ExpectedLists({ ...platform, ...collections, keys, path: expectedLists, read: readLists });

  const session = new LinkSession(actor);
  const { tokens } = collections;
  const isConnected = (): boolean => mirror.failure === undefined;
  const authentication = new Authentication({ ...platform, tokens, session, keys, isConnected });
  const guard = new Guard(platform.clock);
  const paths = {
    ...metricsPaths({
      ...platform,
      ...collections,
      programs,
      authentication,
      mirror,
      readServers: () => readServerFacts(redis, Date.now),
    }),
    ...rateLimitPaths({
      redis,
      keys,
      methods: METHODS.map(({ name }) => name),
      limited: cachedFor(LIMITED_LIFETIME_MS, platform.clock, () => readLimitedPlayers(redis, keys)),
    }),
    ...editPaths({
      editor: new RedisBlocklistEditor({
        ...platform,
        commands,
        keys,
        maxRecords: config.auditEntries,
        serverNames: () => serverNamesOf([...collections.heartbeats.entries()].map(([, record]) => record)),
      }),
      lists,
      history: collections.history,
      nowMs: time.now,
      guard,
      limit: { maxRequests: config.editsPer10s, windowMs: EDITS_WINDOW_MS },
    }),
    ...consolePaths({
      lists,
      programs,
      mirror,
      streams,
      session,
      redisNow: time.measuredNow,
      dump: cachedFor(DUMP_LIFETIME_MS, platform.clock, () => {
        const programs = [...collections.heartbeats.entries()].map(([, record]) => record);
        return context.createDump({ programs, warnings: logger.lines });
      }),
      names: () => ({
        clients: collections.names.get(keys.catalogueClients) ?? [],
        features: collections.names.get(keys.catalogueFeatures) ?? [],
      }),
    }),
  };
  const app = createAdminApp({
    ...platform,
    endpoints: createRouter(paths, authentication, guard),
    consoleFiles: consoleFiles(consoleDirectory, logger),
    editDocument: createEditDocument(),
    isReady: store.isCurrent,
    session,
  });
  const { maxConnections } = config;
  const server = new HttpServer(app, {
    maxConnections,
    keepAliveMs: KEEP_ALIVE_MS,
    replacesIdle: true,
    ...SERVER_ERRORS,
    logger,
  });
  const processFigures = watchProcess();
  const describe = (): ProgramState => ({
    ...describeServer(`${hostname()}:${port}`, store, server),
    ...processFigures(),
    ...webhook?.figures(),
    ...expected?.figures(),
  });
  const heartbeat = new Heartbeat({ ...platform, kind: 'admin', commands, keys, describe });

  const stop = async (): Promise<void> => {
    // Streams are ended first, as the server waits for its responses. These need Redis.
    directWrites?.close();
    webhook?.close();
    expected?.close();
    lists.close();
    streams.stop();
    await Promise.all([server.stop(), heartbeat.stop()]);
    store.close();
  };
  const port = await server.listen(config).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const url = urlOf({ ...config, port });
  logger.info(`The admin's server ${VERSION} listens on ${url}`);
  const printLink = (): void => {
    logger.info(`Console, for one tab, once: ${url}/console#key=${session.createKey()}`);
  };
  if (context.printsLink === true) printLink();
  else if (isLoopback(config.host))
    void tokens.loaded.then(() => {
      if (tokens.size === 0) printLink();
    });
  if (directWrites === undefined) mirror.start();
  else
    void directWrites.ready.then(() => {
      mirror.start();
    });
  heartbeat.start();
  return { port, stop };
}

/** Returns what a heartbeat reports. @param name host name and port */
function describeServer(name: string, store: Store, server: HttpServer): ProgramState {
  const state = store.mirror.state();
  const { disconnects, lagMs, lost, rejected } = state;
  const { refused, requests } = server.counts;
  return {
    name,
    health: healthOf(state, store.conditions.isLimited),
    lists: store.collections.blocklists.size,
    rejected,
    lost,
    answers: requests,
    drops: refused,
    disconnects,
    ...(lagMs === undefined ? {} : { lagMs }),
  };
}
