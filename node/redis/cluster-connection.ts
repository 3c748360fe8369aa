import { Cluster } from 'ioredis';
import type { Redis } from 'ioredis';
import type { RedisClusterUrl } from '../../shared/redis/url/redis-url.ts';
import { WrongServerKind } from '../../shared/redis/url/server-kind.ts';
import { checkServerKind } from './check-server-kind.ts';
import { logConnectionErrors } from './connection-log.ts';
import { redisOptions } from './connection-options.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { pingRegularly } from './redis-connection.ts';
import type { RedisEndpoint } from './redis-endpoint.ts';

/** The interval of refreshing the slot map of the cluster, in milliseconds. */
export const SLOTS_REFRESH_MS = 1000;

/**
 * Opens a connection to each server of a cluster. Each connects and reconnects automatically. Commands go to
 * the master of their key.
 */
export function connectToCluster(
  endpoint: RedisEndpoint<RedisClusterUrl>,
  options: ConnectionOptions,
): Cluster {
  const cluster = new Cluster([...endpoint.url.nodes], {
    redisOptions: redisOptions(endpoint, options),
    enableOfflineQueue: false,
    enableReadyCheck: false,
    slotsRefreshInterval: SLOTS_REFRESH_MS,
    slotsRefreshTimeout: SLOTS_REFRESH_MS / 2,
    // A command that a server has refused is redirected. A command whose connection was lost is not sent
    // again, as Redis may have executed it.
    maxRedirections: 5,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    // Connects to the name, not to the address that it resolves to: a certificate is issued for the name.
    dnsLookup: (name, found) => {
      found(null, name);
    },
  });
  logConnectionErrors(cluster, endpoint.url, options);
  cluster.on('+node', (redis: Redis) => {
    checkServerKind(redis, endpoint.url);
    redis.on('error', (error) => {
      if (error instanceof WrongServerKind) cluster.emit('error', error);
    });
    pingRegularly(redis, options);
    // Without this, the first command opens the connection, and further commands fail until it is open.
    redis.connect().catch(() => undefined);
  });
  stopRefreshAtDisconnect(cluster);
  return cluster;
}

/**
 * Stops the periodic refresh of the slot map when the cluster is disconnected. If that happens during a
 * refresh, ioredis itself continues to refresh, which keeps the process alive.
 */
export function stopRefreshAtDisconnect(cluster: Cluster): void {
  cluster.once('disconnecting', () => {
    cluster.refreshSlotsCache(() => {
      cluster.disconnect();
    });
  });
}
