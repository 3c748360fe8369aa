import type { Redis } from 'ioredis';
import type { RedisNode } from '../../../shared/redis/url/redis-node.ts';
import { describeNode, nodeOfKey } from '../../../shared/redis/url/redis-node.ts';
import type { RedisSentinelUrl } from '../../../shared/redis/url/redis-url.ts';
import { accessOptions, askingTimeoutMs, tlsOptions } from './connection-options.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { openConnection } from './redis-connection.ts';
import type { RedisEndpoint } from './redis-endpoint.ts';

/** The pause in milliseconds before all Sentinels are asked again. */
const SENTINEL_RETRY_MS = 500;

/** Opens a connection to the master that the Sentinels name, and to the new master after a failover. */
export function connectToMaster(
  endpoint: RedisEndpoint<RedisSentinelUrl>,
  options: ConnectionOptions,
): Redis {
  const { commandTimeoutMs, natMap, url } = endpoint;
  const { tls } = tlsOptions(endpoint);
  const access = accessOptions(url.sentinelCredentials);
  let master: RedisNode | undefined;
  const target = {
    sentinels: url.nodes.map(({ host, port }) => ({ host, port })),
    name: url.master,
    db: url.database,
    ...(access && { sentinelUsername: access.username, sentinelPassword: access.password }),
    ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: tls }),
    // Shorter than elsewhere, as another Sentinel may answer.
    connectTimeout: (url.tls ? 2 : 1) * commandTimeoutMs,
    sentinelCommandTimeout: askingTimeoutMs(endpoint, options.conditions),
    // ioredis continues with the next Sentinel of its list, which may end before all of them were asked.
    sentinelRetryStrategy: (attempt: number) => (attempt === 1 ? 0 : SENTINEL_RETRY_MS),
    updateSentinels: false,
    Connector: undefined,
    natMap: (announced: string) => {
      master = natMap.get(announced) ?? nodeOfKey(announced);
      // ioredis adds properties to it.
      return Object.assign({}, master);
    },
  };
  let lastFailure: Error | undefined;
  // ioredis itself reports only that no Sentinel has named a master.
  const redis = openConnection(endpoint, target, options, ({ message }) =>
    message.includes('Last error:') ? { lastNodeError: lastFailure } : { server: master },
  );
  redis.on('close', () => {
    redis.options.sentinelCommandTimeout = askingTimeoutMs(endpoint, options.conditions);
  });
  reconnectOnFailover(redis, endpoint, options, (failure) => {
    lastFailure = failure;
  });
  return redis;
}

/**
 * Reconnects when the Sentinels announce a new master. A master that was replaced while it is alive serves
 * for some ten seconds more, until the Sentinels demote it. ioredis's `failoverDetector` does the same, but
 * prints its own lines for each Sentinel that does not answer.
 * @param failed called with each error of a connection to a Sentinel, and with undefined when one is made
 */
function reconnectOnFailover(
  redis: Redis,
  endpoint: RedisEndpoint<RedisSentinelUrl>,
  { logger, name, timers }: ConnectionOptions,
  failed: (error: Error | undefined) => void,
): void {
  const { url } = endpoint;
  // Nothing is read from Sentinels, so their conditions do not matter.
  const options = { logger, name, timers };
  const sentinelEndpoint = { ...endpoint, url: { ...url, credentials: url.sentinelCredentials } };
  const sentinels = url.nodes.map((node) => {
    const target = { host: node.host, port: node.port, enableReadyCheck: false };
    const details = { server: node };
    const sentinel = openConnection(
      sentinelEndpoint,
      target,
      options,
      () => details,
      `Sentinel ${describeNode(node)}`,
    );
    sentinel.on('error', failed);
    sentinel.on('ready', () => {
      failed(undefined);
      sentinel.subscribe('+switch-master').catch(() => undefined);
    });
    sentinel.on('message', (_channel, message: string) => {
      const isOurs = message.startsWith(`${url.master} `);
      if (isOurs && redis.status === 'ready') redis.disconnect(true);
    });
    return sentinel;
  });
  // ioredis emits no `end` if it is disconnected while it waits to reconnect.
  const disconnect = redis.disconnect.bind(redis);
  redis.disconnect = (reconnect) => {
    disconnect(reconnect);
    if (reconnect === true) return;
    for (const sentinel of sentinels) sentinel.disconnect();
  };
}
