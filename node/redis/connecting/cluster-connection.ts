import { Cluster } from 'ioredis';
import type { Redis } from 'ioredis';
import type { NatMap } from '../../../shared/redis/url/nat-map.ts';
import { describeNode, keyOf, nodeOfKey } from '../../../shared/redis/url/redis-node.ts';
import type { RedisNode } from '../../../shared/redis/url/redis-node.ts';
import { checkServer } from './check-server.ts';
import { annotateErrors, logConnectionErrors } from './connection-log.ts';
import { askingTimeoutMs, redisOptions } from './connection-options.ts';
import type { ConnectionOptions } from './connection-options.ts';
import type { RedisEndpoint } from './redis-endpoint.ts';
import { adaptSlotsRequest, isUnnamed } from './slots-request.ts';
import { watchServer } from './watch-server.ts';

/** The interval of refreshing the slot map of the cluster, in milliseconds. */
export const SLOTS_REFRESH_MS = 1000;

/**
 * Opens a connection to each server of a cluster. Each connects and reconnects automatically. Commands go to
 * the master of their key. If a master cannot be reached, the reason is emitted as `error`.
 */
export function connectToCluster(endpoint: RedisEndpoint, options: ConnectionOptions): Cluster {
  const { natMap, url } = endpoint;
  const timeoutMs = () => askingTimeoutMs(endpoint, options.conditions);
  const cluster: Cluster = new Cluster([...url.nodes], {
    redisOptions: redisOptions(endpoint),
    enableOfflineQueue: false,
    enableReadyCheck: false,
    slotsRefreshInterval: SLOTS_REFRESH_MS,
    slotsRefreshTimeout: timeoutMs(),
    // A command that a server has refused is redirected. A command whose connection was lost is not sent
    // again, as Redis may have executed it.
    maxRedirections: 5,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    // A slot takes longer to move than a command may wait: the sender tries again.
    retryDelayOnTryAgain: 1,
    // Connects to the name, not to the address that it resolves to: a certificate is issued for the name.
    dnsLookup: (name, found) => {
      found(null, name);
    },
    natMap: (announced) => {
      const used = resolve(announced, natMap, cluster);
      // After a redirection, ioredis looks the slot's connection up by the announced address.
      if (used !== null)
        cluster.slots.forEach((servers) => {
          if (servers[0] === announced) servers[0] = keyOf(used);
        });
      return used;
    },
  });
  let lastFailure: Error | undefined;
  cluster.on('+node', (redis: Redis) => {
    const node = nodeOf(redis);
    const watch = options.conditions?.watch(describeNode(node), () => redis.options.readOnly !== true);
    checkServer(redis, url, options.name, watch);
    adaptSlotsRequest(redis, timeoutMs);
    annotateErrors(redis, () => ({ server: node }));
    redis.on('error', (error: NodeJS.ErrnoException) => {
      // A server that refuses the handshake of TLS, or is refused, also resets the connection.
      if (error.code !== 'ECONNRESET') lastFailure = error;
      lastFailure ??= error;
      const isMaster = cluster.slots.some(([master]) => master === keyOf(node));
      if (isMaster) cluster.emit('error', error);
    });
    redis.on('ready', () => (lastFailure = undefined));
    watchServer(redis, options, watch);
    // Without this, the first command opens the connection, and further commands fail until it is open.
    redis.connect().catch(() => undefined);
  });
  // ioredis itself reports only that no server could be asked for the slots.
  annotateErrors(cluster, ({ lastNodeError }) =>
    lastFailure && lastNodeError?.message === 'Connection is closed.' ? { lastNodeError: lastFailure } : {},
  );
  logConnectionErrors(cluster, url, options);
  stopRefreshAtDisconnect(cluster);
  return cluster;
}

/** @returns the server of a connection of a cluster */
export function nodeOf({ options: { host = '', port = 0 } }: Redis): RedisNode {
  return { host, port };
}

/**
 * @param announced `host:port`; a redirection may leave the host open, and means the server with that port
 * @returns the address to use; null for the announced one
 */
function resolve(announced: string, natMap: NatMap, cluster: Cluster): RedisNode | null {
  const { host, port } = nodeOfKey(announced);
  if (!isUnnamed(host)) return natMap.get(announced) ?? null;
  return (
    cluster
      .nodes()
      .map(nodeOf)
      .find((node) => node.port === port) ?? null
  );
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
