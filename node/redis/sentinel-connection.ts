import type { Redis } from 'ioredis';
import type { RedisSentinelUrl } from '../../shared/redis/url/redis-url.ts';
import { accessOptions, tlsOptions } from './connection-options.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { openConnection } from './redis-connection.ts';
import type { RedisEndpoint } from './redis-endpoint.ts';

/** Timeouts in milliseconds for connecting to one Sentinel, and for its reply. */
const SENTINEL_TIMEOUT_MS = 500;

/** Opens a connection to the master that the Sentinels name, and to the new master after a failover. */
export function connectToMaster(
  endpoint: RedisEndpoint<RedisSentinelUrl>,
  options: ConnectionOptions,
): Redis {
  const { url } = endpoint;
  const { tls } = tlsOptions(endpoint);
  const access = accessOptions(url.sentinelCredentials);
  const target = {
    sentinels: url.nodes.map(({ host, port }) => ({ host, port })),
    name: url.master,
    db: url.database,
    ...(access && { sentinelUsername: access.username, sentinelPassword: access.password }),
    ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: tls }),
    connectTimeout: SENTINEL_TIMEOUT_MS,
    sentinelCommandTimeout: SENTINEL_TIMEOUT_MS,
    // ioredis continues with the next Sentinel of its list, which may end before all of them were asked.
    sentinelRetryStrategy: (attempt: number) => (attempt === 1 ? 0 : SENTINEL_TIMEOUT_MS),
    updateSentinels: false,
    Connector: undefined,
  };
  const redis = openConnection(endpoint, target, options);
  reconnectOnFailover(redis, endpoint, options);
  return redis;
}

/**
 * Reconnects when the Sentinels announce a new master. A master that was replaced while it is alive serves
 * for some ten seconds more, until the Sentinels demote it. ioredis's `failoverDetector` does the same, but
 * prints its own lines for each Sentinel that does not answer.
 */
function reconnectOnFailover(
  redis: Redis,
  endpoint: RedisEndpoint<RedisSentinelUrl>,
  options: ConnectionOptions,
): void {
  const { url, ca } = endpoint;
  const sentinelEndpoint = { url: { ...url, credentials: url.sentinelCredentials }, ca };
  const sentinels = url.nodes.map(({ host, port }) =>
    openConnection(
      sentinelEndpoint,
      { host, port, enableReadyCheck: false },
      options,
      `Sentinel ${host}:${port}`,
    ),
  );
  for (const sentinel of sentinels) {
    sentinel.on('ready', () => {
      sentinel.subscribe('+switch-master').catch(() => undefined);
    });
    sentinel.on('message', (_channel, message: string) => {
      const isOurs = message.startsWith(`${url.master} `);
      if (isOurs && redis.status === 'ready') redis.disconnect(true);
    });
  }
  redis.on('end', () => {
    for (const sentinel of sentinels) sentinel.disconnect();
  });
}
