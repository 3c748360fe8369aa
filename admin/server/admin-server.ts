import { hostname } from 'node:os';
import type { Logger } from '../../shared/logger.ts';
import { cachedFor } from '../../shared/cached-for.ts';
import { METHODS } from '../../shared/feature-control/methods.ts';
import { Guard } from '../../shared/rate-limit/guard.ts';
import { RedisBlocklistEditor } from '../../shared/redis/blocklists/editing/redis-blocklist-editor.ts';
import { Mirror } from '../../shared/redis/mirror/mirror.ts';
import { Heartbeat } from '../../shared/redis/nodes/heartbeat.ts';
import { RedisClock } from '../../shared/redis/redis-clock.ts';
import { RedisError } from '../../shared/redis/redis-error.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { describeNodes } from '../../shared/redis/url/redis-url.ts';
import { HttpServer } from '../../node/http/http-server.ts';
import { NodeTimers } from '../../node/node-timers.ts';
import { createChangeFeed } from '../../node/redis/create-change-feed.ts';
import { IoredisCommands } from '../../node/redis/ioredis-commands.ts';
import { MirrorLog } from '../../node/redis/mirror-log.ts';
import { createRedisClient, onConnectionLost } from '../../node/redis/redis-client.ts';
import { SystemClock } from '../../node/system-clock.ts';
import { createAdminApp } from './app.ts';
import { Authentication } from './authentication.ts';
import { isLoopback } from './config.ts';
import type { AdminServerConfig } from './config.ts';
import { consoleFiles } from './console/console-files.ts';
import { EventStreams } from './console/event-streams.ts';
import { readLimitedPlayers } from './console/limited-players.ts';
import { Lists } from './console/lists.ts';
import { NodeHistory } from './console/node-history.ts';
import { recordDirectWrites } from './direct/record-direct-writes.ts';
import { createRouter } from './endpoints.ts';
import { addKinds } from './kinds.ts';
import { LinkSession } from './link-session.ts';
import { METRICS_TYPE, metricsText } from './metrics.ts';
import { createEditDocument } from './openapi/edit-document.ts';
import { blocklistPaths } from './routes/blocklist-paths.ts';
import { consolePaths } from './routes/console-paths.ts';
import { editPaths } from './routes/edit-paths.ts';

export interface AdminServer {
  readonly port: number;
  stop(): Promise<void>;
}

export interface AdminServerContext {
  readonly logger: Logger;
  /** The directory of the built console. */
  readonly consoleDirectory: string;
  /** Who has started the server: the actor of changes in the session of the printed link. */
  readonly actor: string;
  /**
   * Whether to print a link even if there are tokens in Redis. Without tokens, a link is printed on loopback.
   */
  readonly printsLink?: boolean;
}

/** The interval in milliseconds at which Redis is polled while it does not report changes. */
const POLL_MS = 1000;
/** How long an idle connection is kept open, in milliseconds. */
const KEEP_ALIVE_MS = 65_000;
/** Lifetime of the limited players in memory, in milliseconds: finding their keys takes a `SCAN`. */
const LIMITED_LIFETIME_MS = 3000;
/** Maximum age of a measurement of Redis's clock, in milliseconds: a failover may change it. */
const CLOCK_AGE_MS = 10_000;

/**
 * Wires the parts of the admin's server together, and starts to listen.
 * @throws if the server cannot listen on the address
 */
export async function startAdminServer(
  config: AdminServerConfig,
  context: AdminServerContext,
): Promise<AdminServer> {
  const { actor, consoleDirectory, logger } = context;
  const [clock, timers] = [new SystemClock(), new NodeTimers()];
  const keys = new RedisKeys(config.keyPrefix);
  const redis = createRedisClient(config.redis, { name: 'admin-server', timers, logger });
  const commands = new IoredisCommands(redis);
  const streams = new EventStreams({ timers, isStoreConnected: () => mirrorLog.isConnected });
  const mirror = new Mirror({
    commands,
    changeFeed: createChangeFeed(redis, config.redis, { name: 'admin-server-changes', timers, logger }),
    clock,
    timers,
    logger,
    dataName: 'keys',
    revalidateMs: config.resyncMs,
    pollMs: POLL_MS,
    stateChanged: () => {
      const wasConnected = mirrorLog.isConnected;
      mirrorLog.update();
      if (mirrorLog.isConnected !== wasConnected) streams.publishStoreState();
    },
  });
  onConnectionLost(redis, () => {
    mirror.recordLostConnection();
  });
  const kinds = addKinds({ mirror, redis, commands, keys, clock, logger });
  const { heartbeats, histories, names, sets, timedSets, tokens } = kinds;
  const lists = new Lists({ sets, timedSets, keys, streams });
  const nodes = new NodeHistory();
  const mirrorLog = new MirrorLog({
    mirror,
    logger,
    endpoint: describeNodes(config.redis.url),
    contents: () => `${lists.all().length} blocklists, ${tokens.size} tokens, ${heartbeats.size} programs`,
  });

  tokens.listen({
    changed: (changed) => {
      for (const key of changed) streams.recheck(key.slice(keys.tokens.length), tokens.get(key));
    },
  });
  histories.listen({
    changed: () => {
      streams.publishOnce('history', {}, 'blocklists:read');
    },
  });
  heartbeats.listen({
    changed: (changed) => {
      for (const key of changed) {
        const record = heartbeats.get(key);
        const id = key.slice(keys.nodes.length);
        const sample = record && nodes.add(id, record);
        streams.publishOnce('node', { id, ...record, sample, isGone: record === undefined }, 'metrics:read');
      }
    },
  });
  const directWrites = config.recordsDirectWrites
    ? recordDirectWrites({
        redis,
        commands,
        sets,
        timedSets,
        keys,
        maxRecords: config.auditEntries,
        timers,
        logger,
      })
    : undefined;

  const redisClock = new RedisClock({
    commands,
    clock,
    forbidden: () => {
      logger.warn('Redis does not allow TIME: the console uses the clock of this machine');
    },
  });
  const measureClock = cachedFor(CLOCK_AGE_MS, clock, () => redisClock.measure());
  const redisNow = async (): Promise<number> => {
    await measureClock().catch((cause: unknown) => {
      if (!(cause instanceof RedisError)) throw cause;
    });
    return Math.floor(redisClock.epochMs());
  };

  const session = new LinkSession(actor);
  const authentication = new Authentication({
    tokens,
    session,
    keys,
    clock,
    timers,
    isConnected: () => mirror.failure === undefined,
  });
  const editor = new RedisBlocklistEditor(commands, keys, config.auditEntries);
  const endpoints = createRouter(
    {
      '/metrics': {
        get: {
          scope: 'metrics:read',
          handle(_request, response) {
            const running = nodes.all().filter(({ id }) => heartbeats.get(keys.nodeOf(id)) !== undefined);
            response.type(METRICS_TYPE).send(metricsText(running, authentication.failures));
          },
        },
      },
      ...blocklistPaths({ lists, redis, keys, methods: METHODS.map(({ name }) => name) }),
      ...editPaths({
        editor,
        guard: new Guard(clock),
        limit: { maxRequests: config.editsPer10s, windowMs: 10_000 },
      }),
      ...consolePaths({
        lists,
        nodes,
        mirror,
        streams,
        session,
        redisNow,
        limited: cachedFor(LIMITED_LIFETIME_MS, clock, () => readLimitedPlayers(redis, keys)),
        names: () => ({
          clients: names.get(keys.catalogueClients) ?? [],
          features: names.get(keys.catalogueFeatures) ?? [],
        }),
      }),
    },
    authentication,
  );
  const app = createAdminApp({
    endpoints,
    consoleFiles: consoleFiles(consoleDirectory, logger),
    editDocument: createEditDocument(),
    isReady: () => mirrorLog.isConnected,
    session,
    clock,
    logger,
  });
  const server = new HttpServer(app, {
    maxConnections: config.maxConnections,
    keepAliveMs: KEEP_ALIVE_MS,
    replacesIdle: true,
    logger,
  });
  const heartbeat = new Heartbeat({
    kind: 'admin',
    commands,
    keys,
    clock,
    timers,
    logger,
    describe: () => {
      const { lagMs, lost, rejected } = mirror.state();
      const { refused, requests } = server.counts;
      return {
        name: `${hostname()}:${port}`,
        health: mirrorLog.isConnected ? 'ok' : mirror.isLoaded ? 'degraded' : 'starting',
        lists: lists.all().length,
        rejected,
        lost,
        answers: requests,
        drops: refused,
        memory: process.memoryUsage.rss(),
        ...(lagMs === undefined ? {} : { lagMs }),
      };
    },
  });
  const stop = async (): Promise<void> => {
    // Streams are ended first, as the server waits for its responses. These need Redis.
    directWrites?.close();
    streams.stop();
    await Promise.all([server.stop(), heartbeat.stop()]);
    mirror.close();
    redis.disconnect();
  };
  const port = await server.listen(config).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  logger.info(`The admin's server listens on ${url}`);
  const printLink = (): void => {
    logger.info(`Console, for one browser, once: ${url}/?key=${session.createKey()}`);
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
