import { HttpServer, urlOf } from '../../node/http/http-server.ts';
import { NodeTimers } from '../../node/node-timers.ts';
import { SystemClock } from '../../node/system-clock.ts';
import type { NamedList } from '../../shared/feature-control/list-contents.ts';
import { Guard } from '../../shared/rate-limit/guard.ts';
import type { RecentWarnings } from '../../shared/recent-warnings.ts';
import type { ProgramRecord } from '../../shared/redis/programs/program-record.ts';
import { VERSION } from '../../shared/version.ts';
import { Authentication } from './access/authentication.ts';
import { LinkSession } from './access/link-session.ts';
import { createAdminApp } from './app.ts';
import { isLoopback } from './config.ts';
import type { AdminServerConfig } from './config.ts';
import { EventStreams } from './console/event-streams.ts';
import { ProgramHistory } from './console/program-history.ts';
import { publishChanges } from './console/publish-changes.ts';
import { connectCollections } from './data/connect-collections.ts';
import { DirectWrites } from './direct/direct-writes.ts';
import { createHeartbeat } from './heartbeat.ts';
import { SERVER_ERRORS } from './http/reply.ts';
import { ExpectedLists } from './lists/expected-lists.ts';
import { Lists } from './lists/lists.ts';
import type { ServerParts } from './server-parts.ts';
import { Webhook } from './webhook/webhook.ts';

interface AdminServer {
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

interface AdminServerContext {
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

/**
 * Wires the parts of the admin's server together, and starts to listen.
 * @throws if the server cannot listen on the address
 */
export async function startAdminServer(
  config: AdminServerConfig,
  context: AdminServerContext,
): Promise<AdminServer> {
  const { actor, consoleDirectory, createDump, logger, printsLink = false, readLists } = context;
  const platform = { clock: new SystemClock(), timers: new NodeTimers(), logger };

  const streams = new EventStreams({ ...platform, isRedisConnected: () => data.isCurrent() });
  const data = connectCollections(config, {
    ...platform,
    connectionChanged: () => {
      streams.publishRedisState();
    },
  });
  const { heartbeats, mirror, tokens } = data;
  const lists = new Lists({ ...data, streams });
  const programs = new ProgramHistory(platform.clock);
  publishChanges(data, streams, programs);

  const directWrites = config.recordsDirectWrites
    ? new DirectWrites({ ...data, maxRecords: config.historyEntries })
    : undefined;
  const webhook = config.webhook && new Webhook({ ...data, settings: config.webhook });
  const expected =
    config.expectedLists === ''
      ? undefined
      : new ExpectedLists({ ...data, path: config.expectedLists, read: readLists });

  const session = new LinkSession(actor);
  const parts: ServerParts = {
    ...data,
    config,
    lists,
    programs,
    streams,
    session,
    authentication: new Authentication({ ...data, session }),
    guard: new Guard(platform.clock),
    createDump: async () =>
      await createDump({
        programs: Array.from(heartbeats.entries(), ([, record]) => record),
        warnings: logger.lines,
      }),
  };
  const { maxConnections } = config;
  const server = new HttpServer(createAdminApp(parts, consoleDirectory), {
    maxConnections,
    keepAliveMs: KEEP_ALIVE_MS,
    replacesIdle: true,
    logger,
    ...SERVER_ERRORS,
  });
  const heartbeat = createHeartbeat({
    data,
    logger,
    server,
    port: () => port,
    parts: [webhook, expected],
  });

  const stop = async (): Promise<void> => {
    // Streams are ended first, as the server waits for its responses. These need Redis.
    directWrites?.close();
    webhook?.close();
    expected?.close();
    lists.close();
    streams.stop();
    await Promise.all([server.stop(), heartbeat.stop()]);
    data.close();
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
  if (printsLink) printLink();
  else if (isLoopback(config.host))
    void tokens.loaded.then(() => {
      if (tokens.size === 0) printLink();
    });
  // What is changed before the lists are read cannot be compared with the history.
  void Promise.resolve(directWrites?.ready).then(() => {
    mirror.start();
  });
  heartbeat.start();
  return { port, stop };
}
