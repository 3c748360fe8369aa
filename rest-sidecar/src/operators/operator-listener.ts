import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { Timers } from '../../../shared/timers.ts';
import { CHECK_FEATURES } from '../../../shared/protocol/methods/check-features.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { RedisOperatorViews } from '../../../shared/redis/operators/redis-operator-views.ts';
import { RedisTokenStore } from '../../../shared/redis/operators/redis-token-store.ts';
import type { ListenAddress } from '../http/http-server.ts';
import { IoredisOperatorCommands } from '../redis/ioredis-operator-commands.ts';
import { IoredisTokenCommands } from '../redis/ioredis-token-commands.ts';
import type { RedisClient } from '../redis/redis-client.ts';
import { Doorkeeper } from './doorkeeper.ts';
import type { FailedAttempts } from './failed-attempts.ts';
import { createOperatorApp } from './operator-app.ts';
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

const MOST_CONNECTIONS = 256;

/** Listens for operators, apart from the public. @throws when the address cannot be listened on */
export async function listenForOperators(
  address: ListenAddress,
  { redis, keys, clock, timers, logger, attempts, metrics, isReady }: OperatorListenerDependencies,
): Promise<OperatorListener> {
  const tokens = new RedisTokenStore(new IoredisTokenCommands(redis), keys);
  const views = new RedisOperatorViews({
    commands: new IoredisOperatorCommands(redis),
    keys,
    methods: [CHECK_FEATURES],
  });
  const routes = operatorRoutes({ views, metrics, isReady });
  const doorkeeper = new Doorkeeper({ tokens, attempts, clock, timers });
  const server = createServer(
    { headersTimeout: 5000, requestTimeout: 10_000, keepAliveTimeout: 65_000, maxHeaderSize: 16 * 1024 },
    createOperatorApp({ routes, doorkeeper, logger }),
  );
  server.maxConnections = MOST_CONNECTIONS;
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
      server.closeAllConnections();
      await closed;
      redis.disconnect();
    },
  };
}
