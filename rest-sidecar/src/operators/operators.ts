import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import { METHODS } from '../../../shared/feature-control/methods.ts';
import { MemoryRateLimiter } from '../../../shared/rate-limit/memory-rate-limiter.ts';
import { RedisBlocklistEditor } from '../../../shared/redis/blocklists/redis-blocklist-editor.ts';
import type { AuditBounds } from '../../../shared/redis/blocklists/audit-bounds.ts';
import type { ChangeFeed } from '../../../shared/redis/changes/change-feed.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { Timers } from '../../../shared/timers.ts';
import type { HttpServer, ListenAddress } from '../http/http-server.ts';
import type { WorkerPeers } from '../platform/worker-peers.ts';
import { areTogether } from '../redis/redis-client.ts';
import type { RedisClient } from '../redis/redis-client.ts';
import { IoredisCommands } from '../redis/ioredis-commands.ts';
import { Authentication } from './authentication.ts';
import { startConsole } from './console/console.ts';
import type { ConsoleDependencies } from './console/console.ts';
import { watchDirectWrites } from './direct/watch-direct-writes.ts';
import { editRoutes } from './edits/edit-routes.ts';
import { FailedAttempts } from './failed-attempts.ts';
import { Metrics, textOfAll } from './metrics.ts';
import type { MetricSources } from './metrics.ts';
import { createOperatorApp } from './operator-app.ts';
import { OperatorConnections } from './operator-connections.ts';
import { listenForOperators } from './operator-listener.ts';
import { operatorRoutes } from './operator-routes.ts';
import { OperatorViews } from './operator-views.ts';
import { TokenStore } from './token-store.ts';

export interface OperatorsDependencies extends Omit<MetricSources, 'failedAttempts'> {
  /** What answers the public. */
  readonly server: HttpServer;
  /** The other processes behind the same port; undefined where there is this one alone. */
  readonly peers: WorkerPeers | undefined;
  /** How many processes there are to be. */
  readonly workers: number;
  /** Makes a connection for operators alone, so that no other client waits for what they ask. */
  readonly connect: () => RedisClient;
  /** Reports what changes in the Redis of such a connection. */
  readonly watchChanges: (redis: RedisClient) => ChangeFeed;
  /** What the build has made of the console for browsers. */
  readonly consoleDirectory: string;
  /** The mirror of what the public is served. */
  readonly served: ConsoleDependencies['served'];
  /** How often missed changes are looked for, in milliseconds. */
  readonly revalidateMs: number;
  readonly keys: RedisKeys;
  /** How much of the history of blocklists is kept. */
  readonly audit: AuditBounds;
  /** Whether plain writes into blocklists are recorded. */
  readonly recordsDirectWrites: boolean;
  /** Edits of one token in 10 seconds. */
  readonly editsPer10s: number;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
}

export interface Operators {
  /** The port of their listener; undefined where another process has it. */
  readonly port: number | undefined;
  stop(): Promise<void>;
}

/** Counts for operators in each process, and listens in the first, which answers for all of them. */
export async function startOperators(
  address: ListenAddress,
  dependencies: OperatorsDependencies,
): Promise<Operators> {
  const { clock, peers, health, server } = dependencies;
  const attempts = new FailedAttempts(clock);
  const metrics = new Metrics({ ...dependencies, failedAttempts: () => attempts.total });
  server.watchResponses((status, seconds) => {
    metrics.countResponse(status, seconds);
  });
  peers?.answer({
    figures: async () => await metrics.figures(),
    readiness: () => Promise.resolve(health() === 'ok'),
  });
  const isListening = peers === undefined || peers.number === 1;
  const listener = isListening ? await listen(address, { ...dependencies, attempts, metrics }) : undefined;
  return { port: listener?.port, stop: async () => await listener?.stop() };
}

function editRoutesOf(redis: RedisClient, { audit, clock, editsPer10s, keys }: OperatorsDependencies) {
  return editRoutes({
    editor: new RedisBlocklistEditor(new IoredisCommands(redis), keys, audit, areTogether(redis)),
    limiter: new MemoryRateLimiter(clock),
    limit: { maxRequests: editsPer10s, windowMs: 10_000 },
  });
}

interface ListeningDependencies extends OperatorsDependencies {
  readonly attempts: FailedAttempts;
  readonly metrics: Metrics;
}

async function listen(address: ListenAddress, dependencies: ListeningDependencies) {
  const { connect, consoleDirectory, peers, health, keys, metrics, watchChanges, workers } = dependencies;
  const redis = connect();
  const tokens = new TokenStore(redis, keys);
  const connections = new OperatorConnections(dependencies);
  const authentication = new Authentication({
    ...dependencies,
    tokens,
    authenticated: (connection) => {
      connections.prefer(connection);
    },
  });
  const routes = operatorRoutes({
    views: new OperatorViews(
      redis,
      keys,
      METHODS.map(({ name }) => name),
    ),
    contentType: metrics.contentType,
    metrics: async () =>
      peers === undefined ? await metrics.text() : await textOfAll(await peers.askAll('figures')),
    isReady: async () => {
      const answers = peers === undefined ? [health() === 'ok'] : await peers.askAll('readiness');
      return answers.filter((answer) => answer === true).length === workers;
    },
  });
  const changeFeed = watchChanges(redis);
  const browserConsole = startConsole({
    ...dependencies,
    redis,
    tokens,
    changeFeed,
    directory: consoleDirectory,
  });
  const unwatch = dependencies.recordsDirectWrites
    ? watchDirectWrites({ ...dependencies, redis, changeFeed: watchChanges(redis) })
    : () => undefined;
  const stop = (): void => {
    unwatch();
    browserConsole.stop();
    redis.disconnect();
  };
  routes.push(...browserConsole.routes, ...editRoutesOf(redis, dependencies));
  const app = createOperatorApp({ ...dependencies, routes, authentication });
  const listener = await listenForOperators(address, app, connections).catch((cause: unknown) => {
    stop();
    throw cause;
  });
  return {
    port: listener.port,
    async stop(): Promise<void> {
      await listener.stop();
      stop();
    },
  };
}
