import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import { METHODS } from '../../shared/feature-control/methods.ts';
import { Guard } from '../../shared/rate-limit/guard.ts';
import { RedisBlocklistEditor } from '../../shared/redis/blocklists/editing/redis-blocklist-editor.ts';
import type { AuditBounds } from '../../shared/redis/blocklists/history/audit-bounds.ts';
import type { ChangeFeed } from '../../shared/redis/changes/change-feed.ts';
import type { RedisKeys } from '../../shared/redis/redis-keys.ts';
import type { Timers } from '../../shared/timers.ts';
import type { HttpServer, ListenAddress } from '../../node/http/http-server.ts';
import { supportsCrossSlotScripts } from '../../node/redis/redis-client.ts';
import type { RedisClient } from '../../node/redis/redis-client.ts';
import { IoredisCommands } from '../../node/redis/ioredis-commands.ts';
import { Authentication } from './authentication.ts';
import { startConsole } from './console/console.ts';
import type { ConsoleDependencies } from './console/console.ts';
import { watchDirectWrites } from './direct/watch-direct-writes.ts';
import { editRoutes } from './edits/edit-routes.ts';
import { FailedAttempts } from './failed-attempts.ts';
import { Metrics } from './metrics.ts';
import type { MetricSources } from './metrics.ts';
import { createOperatorApp } from './operator-app.ts';
import { OperatorConnections } from './operator-connections.ts';
import { listenForOperators } from './operator-listener.ts';
import { operatorRoutes } from './operator-routes.ts';
import type { OperatorRoute } from './operator-routes.ts';
import { OperatorViews } from './operator-views.ts';
import { TokenStore } from './token-store.ts';

export interface OperatorsDependencies extends Omit<MetricSources, 'failedAttempts'> {
  /** The public HTTP server. */
  readonly server: HttpServer;
  /** Creates a connection for operators, so that their commands do not delay public requests. */
  readonly connect: () => RedisClient;
  /** Creates a feed of the changes in Redis for such a connection. */
  readonly watchChanges: (redis: RedisClient) => ChangeFeed;
  /** Directory with the built console for browsers. */
  readonly consoleDirectory: string;
  /** The mirror of the data that the public interface serves. */
  readonly served: ConsoleDependencies['served'];
  /** Interval of the checks for missed changes, in milliseconds. */
  readonly revalidateMs: number;
  readonly keys: RedisKeys;
  /** Limits of the history of blocklists. */
  readonly audit: AuditBounds;
  /** Whether direct writes to blocklists are recorded. */
  readonly recordsDirectWrites: boolean;
  /** Maximum number of edits per token in 10 seconds. */
  readonly editsPer10s: number;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
}

export interface Operators {
  /** The port of the operator listener. */
  readonly port: number;
  stop(): Promise<void>;
}

/** Collects metrics, and starts the operator listener. */
export async function startOperators(
  address: ListenAddress,
  dependencies: OperatorsDependencies,
): Promise<Operators> {
  const { clock, server } = dependencies;
  const attempts = new FailedAttempts(clock);
  const metrics = new Metrics({ ...dependencies, failedAttempts: () => attempts.total });
  server.watchResponses((status, seconds) => {
    metrics.countResponse(status, seconds);
  });
  return await listen(address, { ...dependencies, attempts, metrics });
}

function editRoutesOf(redis: RedisClient, { audit, clock, editsPer10s, keys }: OperatorsDependencies) {
  return editRoutes({
    editor: new RedisBlocklistEditor(
      new IoredisCommands(redis),
      keys,
      audit,
      supportsCrossSlotScripts(redis),
    ),
    limiter: new Guard(clock),
    limit: { maxRequests: editsPer10s, windowMs: 10_000 },
  });
}

interface ListeningDependencies extends OperatorsDependencies {
  readonly attempts: FailedAttempts;
  readonly metrics: Metrics;
}

/** The routes of readiness, metrics and views. */
function viewRoutesOf(redis: RedisClient, dependencies: ListeningDependencies): OperatorRoute[] {
  const { health, keys, metrics } = dependencies;
  const methods = METHODS.map(({ name }) => name);
  return operatorRoutes({
    views: new OperatorViews(redis, keys, methods),
    contentType: metrics.contentType,
    metrics: async () => await metrics.text(),
    isReady: () => health() === 'ok',
  });
}

async function listen(address: ListenAddress, dependencies: ListeningDependencies): Promise<Operators> {
  const { connect, consoleDirectory, keys, watchChanges } = dependencies;
  const redis = connect();
  const tokens = new TokenStore(redis, keys);
  const connections = new OperatorConnections(dependencies);
  const authentication = new Authentication({
    ...dependencies,
    tokens,
    authenticated: (connection) => {
      connections.markAuthenticated(connection);
    },
  });
  const browserConsole = startConsole({
    ...dependencies,
    redis,
    tokens,
    changeFeed: watchChanges(redis),
    directory: consoleDirectory,
  });
  const unwatch = dependencies.recordsDirectWrites
    ? watchDirectWrites({ ...dependencies, redis, changeFeed: watchChanges(redis) })
    : () => undefined;
  const stop = async (listening?: { stop(): Promise<void> }): Promise<void> => {
    // Streams are ended first, as the listener waits for its responses. These need Redis.
    unwatch();
    browserConsole.stop();
    await listening?.stop();
    redis.disconnect();
  };
  const views = viewRoutesOf(redis, dependencies);
  const routes = [...views, ...browserConsole.routes, ...editRoutesOf(redis, dependencies)];
  const app = createOperatorApp({ ...dependencies, routes, authentication });
  const listener = await listenForOperators(address, app, connections).catch(async (cause: unknown) => {
    await stop();
    throw cause;
  });
  return {
    port: listener.port,
    async stop(): Promise<void> {
      await stop(listener);
    },
  };
}
