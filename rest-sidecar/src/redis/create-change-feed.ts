import { Cluster } from 'ioredis';
import type { Redis } from 'ioredis';
import type { ChangeFeed, Subscription } from '../../../shared/redis/changes/change-feed.ts';
import { ClusterChangeFeed } from '../../../shared/redis/changes/cluster-change-feed.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { RedisNode } from '../../../shared/redis/url/redis-url-authority.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { IoredisChangeFeed } from './ioredis-change-feed.ts';
import type { RedisClient } from './redis-client.ts';
import { connectToServer } from './redis-connection.ts';
import { serverOf } from './redis-place.ts';
import type { RedisPlace } from './redis-place.ts';
import { connectToMaster } from './sentinel-connection.ts';

/**
 * @param client to the same place; of a cluster, it knows who the masters are
 * @param options of each of the connections; the logger is for a Redis that refuses to report changes
 */
export function createChangeFeed(
  client: RedisClient,
  { url, authority }: RedisPlace,
  { logger, ...options }: ConnectionOptions & { readonly logger: Logger },
): ChangeFeed {
  const feedOn = (connect: () => Redis): ChangeFeed =>
    new IoredisChangeFeed({ connect, timers: options.timers, logger });
  if (url.kind === 'sentinel') return feedOn(() => connectToMaster({ url, authority }, options));
  if (!(client instanceof Cluster)) {
    return feedOn(() => connectToServer(serverOf({ url, authority }, url.nodes[0]), options));
  }
  return new ClusterChangeFeed({
    watchMasters: (found) => watchMasters(client, found),
    feedOf: (master) => feedOn(() => connectToServer(serverOf({ url, authority }, master), options)),
  });
}

function watchMasters(cluster: Cluster, found: (masters: readonly RedisNode[]) => void): Subscription {
  const report = (): void => {
    found(cluster.nodes('master').map(({ options: { host = '', port = 0 } }) => ({ host, port })));
  };
  cluster.on('refresh', report);
  if (cluster.status === 'ready') report();
  return {
    close() {
      cluster.off('refresh', report);
    },
  };
}
