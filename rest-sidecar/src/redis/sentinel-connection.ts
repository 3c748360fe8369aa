import type { Redis } from 'ioredis';
import type { RedisSentinelUrl } from '../../../shared/redis/url/redis-url.ts';
import { accessOptions, tlsOptions } from './connection-options.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { openConnection } from './redis-connection.ts';
import type { RedisPlace } from './redis-place.ts';

/** One Sentinel's time to be connected to, and again to answer, in milliseconds. */
const SENTINEL_TIMEOUT_MS = 500;

/** A connection to the master that Sentinels name, and to its successor when there is one. */
export function connectToMaster(place: RedisPlace<RedisSentinelUrl>, options: ConnectionOptions): Redis {
  const { url } = place;
  const { tls } = tlsOptions(place);
  const access = accessOptions(url.sentinelCredentials);
  const target = {
    sentinels: url.nodes.map(({ host, port }) => ({ host, port })),
    name: url.master,
    db: url.database,
    ...(access && { sentinelUsername: access.username, sentinelPassword: access.password }),
    ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: tls }),
    connectTimeout: SENTINEL_TIMEOUT_MS,
    sentinelCommandTimeout: SENTINEL_TIMEOUT_MS,
    sentinelRetryStrategy: () => SENTINEL_TIMEOUT_MS,
    updateSentinels: false,
    Connector: undefined,
    // With it, ioredis leaves a server that is not a master.
    enableReadyCheck: true,
  };
  const redis = openConnection(place, target, options);
  leaveReplacedMaster(redis, place, options);
  return redis;
}

/**
 * A master that was replaced while it lives serves for some ten seconds more before Sentinels demote it.
 * ioredis's `failoverDetector` does the same, but prints lines of its own for each Sentinel that does not
 * answer.
 */
function leaveReplacedMaster(
  redis: Redis,
  place: RedisPlace<RedisSentinelUrl>,
  options: ConnectionOptions,
): void {
  const { url, authority } = place;
  const sentinelPlace = { url: { ...url, credentials: url.sentinelCredentials }, authority };
  const sentinels = url.nodes.map(({ host, port }) =>
    openConnection(sentinelPlace, { host, port }, options, `Sentinel ${host}:${port}`),
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
