import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { Timers } from '../../../shared/timers.ts';
import { METHODS } from '../../../shared/feature-control/methods.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { RedisOperatorViews } from '../../../shared/redis/operators/redis-operator-views.ts';
import { RedisTokenStore } from '../../../shared/redis/operators/redis-token-store.ts';
import type { ListenAddress } from '../http/http-server.ts';
import { PipeliningLimit } from '../http/pipelining-limit.ts';
import { IoredisOperatorCommands } from '../redis/ioredis-operator-commands.ts';
import { IoredisTokenCommands } from '../redis/ioredis-token-commands.ts';
import type { RedisClient } from '../redis/redis-client.ts';
import { Doorkeeper } from './doorkeeper.ts';
import type { FailedAttempts } from './failed-attempts.ts';
import { createOperatorApp } from './operator-app.ts';
import { OperatorConnections } from './operator-connections.ts';
import { operatorRoutes } from './operator-routes.ts';
import type { MetricsText } from './operator-routes.ts';

export interface OperatorListenerDependencies {
  /** A client of its own, so that nobody waits for what operators ask. Closed with the listener. */
  readonly redis: RedisClient;
  readonly keys: RedisKeys;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly attempts: FailedAttempts;
  readonly metrics: MetricsText;
  /** Whether all that answers the public serves data that is current. */
  readonly isReady: () => Promise<boolean>;
}

export interface OperatorListener {
  readonly port: number;
  stop(): Promise<void>;
}

/** A connection on which nothing is sent or received for this long is closed, except where it is kept for a next request. */
const INACTIVE_MS = 20_000;

/** A client that pipelines nothing has one request at a time; a token may wait for its look-up, and a refusal for seconds. */
const PIPELINING_BOUNDS = {
  connectionResponses: 4,
  connectionBytes: 1024 * 1024,
  totalResponses: 1024,
  totalBytes: 16 * 1024 * 1024,
  stalledMs: INACTIVE_MS,
};

/** Listens for operators, apart from the public. @throws when the address cannot be listened on */
export async function listenForOperators(
  address: ListenAddress,
  { redis, keys, clock, timers, logger, attempts, metrics, isReady }: OperatorListenerDependencies,
): Promise<OperatorListener> {
  const tokens = new RedisTokenStore(new IoredisTokenCommands(redis), keys);
  const views = new RedisOperatorViews({
    commands: new IoredisOperatorCommands(redis),
    keys,
    methods: METHODS.map(({ name }) => name),
  });
  const routes = operatorRoutes({ views, metrics, isReady });
  const connections = new OperatorConnections({ clock, timers, logger });
  const authenticated = (connection: Socket): void => {
    connections.prefer(connection);
  };
  const doorkeeper = new Doorkeeper({ tokens, attempts, clock, timers, authenticated });
  const pipelining = new PipeliningLimit(PIPELINING_BOUNDS);
  const server = createServer(
    {
      ...{ headersTimeout: 5000, requestTimeout: 10_000, keepAliveTimeout: 65_000, maxHeaderSize: 16 * 1024 },
      connectionsCheckingInterval: 1000,
      IncomingMessage: pipelining.requestClass(),
    },
    pipelining.bound(createOperatorApp({ routes, doorkeeper, logger })),
  );
  pipelining.closeAfterLast(server);
  server.setTimeout(INACTIVE_MS);
  connections.limit(server);
  await new Promise<void>((resolve, reject) => {
    // Of this process alone: where several share a port, one that is left to the system to choose would be taken for the public one.
    server.once('error', reject).listen({ ...address, exclusive: true }, resolve);
  }).catch((cause: unknown) => {
    redis.disconnect();
    throw cause;
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      connections.destroyAll();
      await closed;
      redis.disconnect();
    },
  };
}
