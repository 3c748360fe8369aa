import type { Redis } from 'ioredis';
import type { RedisNode } from '../../shared/redis/url/redis-node.ts';
import { keyOf } from '../../shared/redis/url/redis-node.ts';
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
  const { natMap, url } = endpoint;
  const { tls } = tlsOptions(endpoint);
  const access = accessOptions(url.sentinelCredentials);
  let master: RedisNode | undefined;
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
    natMap: (announced: string) => {
      const colon = announced.lastIndexOf(':');
      const { host, port } = natMap.get(announced) ?? {
        host: announced.slice(0, colon),
        port: Number(announced.slice(colon + 1)),
      };
      master = { host, port };
      // ioredis adds properties to it.
      return { host, port };
    },
  };
  const redis = openConnection(endpoint, target, options, () => master);
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
  const { url } = endpoint;
  const sentinelEndpoint = { ...endpoint, url: { ...url, credentials: url.sentinelCredentials } };
  const failures = new Map<string, Error>();
  const sentinels = url.nodes.map((node) => {
    const target = { host: node.host, port: node.port, enableReadyCheck: false };
    const sentinel = openConnection(sentinelEndpoint, target, options, () => node, `Sentinel ${keyOf(node)}`);
    sentinel.on('error', (error) => failures.set(keyOf(node), error));
    sentinel.on('ready', () => {
      failures.delete(keyOf(node));
      sentinel.subscribe('+switch-master').catch(() => undefined);
    });
    sentinel.on('message', (_channel, message: string) => {
      const isOurs = message.startsWith(`${url.master} `);
      if (isOurs && redis.status === 'ready') redis.disconnect(true);
    });
    return sentinel;
  });
  // ioredis itself reports only that no Sentinel has named a master.
  redis.prependListener('error', (error: Error) => {
    if (error.message.includes('Last error:')) Object.assign(error, { errors: [...failures.values()] });
  });
  redis.on('end', () => {
    for (const sentinel of sentinels) sentinel.disconnect();
  });
}
