import type { Cluster, Redis } from 'ioredis';
import type { Logger } from '../../../shared/logger.ts';
import type { ChangeFeed, Subscription } from '../../../shared/redis/changes/change-feed.ts';
import { ClusterChangeFeed } from '../../../shared/redis/changes/cluster-change-feed.ts';
import { describeNode } from '../../../shared/redis/url/redis-node.ts';
import type { RedisNode } from '../../../shared/redis/url/redis-node.ts';
import { describeNodes } from '../../../shared/redis/url/redis-url.ts';
import { nodeOf } from '../connecting/cluster-connection.ts';
import type { ConnectionOptions } from '../connecting/connection-options.ts';
import { connectToServer } from '../connecting/redis-client.ts';
import type { RedisClient } from '../connecting/redis-client.ts';
import { openConnection } from '../connecting/redis-connection.ts';
import type { RedisEndpoint } from '../connecting/redis-endpoint.ts';
import { IoredisChangeFeed } from './ioredis-change-feed.ts';

/**
 * Creates the change feed of a Redis server, of a Sentinel's master, or of all masters of a cluster.
 * @param client a client for the same endpoint, which knows the masters of a cluster
 * @param options of each connection; the logger receives a warning if Redis refuses to report changes
 */
export function createChangeFeed(
  client: RedisClient,
  endpoint: RedisEndpoint,
  { logger, ...options }: ConnectionOptions & { readonly logger: Logger },
): ChangeFeed {
  const { timers } = options;
  const { url } = endpoint;
  if (url.topology !== 'cluster') {
    const connect = (): Redis => {
      const feed = connectToServer({ ...endpoint, url }, options);
      // The new connection for commands may lead to another server.
      client.on('close', () => {
        if (feed.status === 'ready') feed.disconnect(true);
      });
      return feed;
    };
    return new IoredisChangeFeed({ connect, server: describeNodes(url), timers, logger });
  }
  return new ClusterChangeFeed({
    watchMasters: (found) => watchMasters(client as Cluster, found),
    feedOf: (node) => {
      const { host, port } = node;
      const connect = () => openConnection(endpoint, { host, port }, options);
      return new IoredisChangeFeed({ connect, server: describeNode(node), timers, logger });
    },
  });
}

function watchMasters(cluster: Cluster, found: (masters: readonly RedisNode[]) => void): Subscription {
  const report = (): void => {
    found(cluster.nodes('master').map(nodeOf));
  };
  cluster.on('refresh', report);
  if (cluster.status === 'ready') report();
  return {
    close() {
      cluster.off('refresh', report);
    },
  };
}
