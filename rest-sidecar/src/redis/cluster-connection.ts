import type { Cluster, Command, Redis } from 'ioredis';
import type { RedisClusterUrl } from '../../../shared/redis/url/redis-url.ts';
import { retryDelayMs, settleWithin } from './connection-options.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { EndingCluster } from './ending-cluster.ts';
import { keepAlive } from './heartbeat.ts';
import { accessOptions } from './redis-place.ts';
import type { RedisPlace } from './redis-place.ts';
import { tellOfTrouble } from './tell-of-trouble.ts';

/** How often the cluster is asked who serves what, in milliseconds; it is also asked when a command was sent to the wrong server. */
const LOOK_MS = 1000;

/** A look at the cluster, and a connection to each master that is used, all of which connect by themselves. Commands go to who serves their key. */
export function connectToCluster(place: RedisPlace<RedisClusterUrl>, options: ConnectionOptions): Cluster {
  const cluster = new SettlingCluster([...place.url.nodes], {
    redisOptions: { ...settleWithin(options), ...accessOptions(place) },
    clusterRetryStrategy: retryDelayMs,
    enableReadyCheck: false,
    lazyConnect: true,
    slotsRefreshInterval: LOOK_MS,
    slotsRefreshTimeout: LOOK_MS / 2,
    // A command that was refused may go elsewhere; one whose connection was lost may have been carried out.
    maxRedirections: 5,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    // A certificate is for the name, not for what it stands for.
    dnsLookup: (name, found) => {
      found(null, name);
    },
  });
  tellOfTrouble(cluster, options);
  cluster.on('+node', (redis: Redis) => {
    keepAlive(redis, options);
  });
  cluster.connect().catch(() => undefined);
  return cluster;
}

/** ioredis lets commands wait for the first look at a cluster, and after each loss of all its nodes, for as long as that takes. */
class SettlingCluster extends EndingCluster {
  override sendCommand(command: Command, ...rest: [stream?: never, node?: unknown]): unknown {
    if (this.status === 'ready' || command.name === 'cluster') return super.sendCommand(command, ...rest);
    command.reject(new Error('Not connected.'));
    return command.promise;
  }

  override delayUntilReady(callback: (error: Error) => void): void {
    callback(new Error('Not connected.'));
  }
}
