import { Cluster } from 'ioredis';
import type { Redis } from 'ioredis';
import type { RedisClusterUrl } from '../../../shared/redis/url/redis-url.ts';
import { logConnectionErrors } from './connection-log.ts';
import { redisOptions } from './connection-options.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { pingRegularly } from './redis-connection.ts';
import type { RedisPlace } from './redis-place.ts';

/** How often the cluster is asked who serves what, in milliseconds. */
export const SLOTS_REFRESH_MS = 1000;

/**
 * A connection to each server of a cluster, all of which connect by themselves. Commands go to the master of
 * their key.
 */
export function connectToCluster(place: RedisPlace<RedisClusterUrl>, options: ConnectionOptions): Cluster {
  const cluster = new Cluster([...place.url.nodes], {
    redisOptions: redisOptions(place, options),
    enableOfflineQueue: false,
    enableReadyCheck: false,
    slotsRefreshInterval: SLOTS_REFRESH_MS,
    slotsRefreshTimeout: SLOTS_REFRESH_MS / 2,
    // A command that was refused may go elsewhere; one whose connection was lost may have been carried out.
    maxRedirections: 5,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    // A certificate is for the name, not for what it stands for.
    dnsLookup: (name, found) => {
      found(null, name);
    },
  });
  logConnectionErrors(cluster, options);
  cluster.on('+node', (redis: Redis) => {
    pingRegularly(redis, options);
    // Without it, the first command connects, and others fail until then.
    redis.connect().catch(() => undefined);
  });
  stopRefreshAtDisconnect(cluster);
  return cluster;
}

/** ioredis refreshes on where it was disconnected during a refresh, and so keeps its process alive. */
export function stopRefreshAtDisconnect(cluster: Cluster): void {
  cluster.once('disconnecting', () => {
    cluster.refreshSlotsCache(() => {
      cluster.disconnect();
    });
  });
}
