import type { Redis } from 'ioredis';
import type { ChangeFeed, Subscription } from '../../../shared/redis/changes/change-feed.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { RedisNode } from '../../../shared/redis/url/redis-url-authority.ts';
import type { RedisClusterUrl } from '../../../shared/redis/url/redis-url.ts';
import { ClusterChangeFeed } from '../../../shared/redis/changes/cluster-change-feed.ts';
import { connectToCluster } from './cluster-connection.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { IoredisChangeFeed } from './ioredis-change-feed.ts';
import { connectToServer } from './redis-connection.ts';
import { serverOf } from './redis-place.ts';
import type { RedisPlace } from './redis-place.ts';
import { connectToMaster } from './sentinel-connection.ts';

/** @param options of each of the connections; the logger is told where Redis does not tell of changes */
export function createChangeFeed(
  { url, authority }: RedisPlace,
  { logger, ...options }: ConnectionOptions & { readonly logger: Logger },
): ChangeFeed {
  const feedOn = (connect: () => Redis): ChangeFeed =>
    new IoredisChangeFeed({ connect, timers: options.timers, logger });
  switch (url.kind) {
    case 'server':
      return feedOn(() => connectToServer({ url, authority }, options));
    case 'sentinel':
      return feedOn(() => connectToMaster({ url, authority }, options));
    case 'cluster':
      return new ClusterChangeFeed({
        watchMasters: (found) => watchMasters({ url, authority }, options, found),
        feedOf: (master) => feedOn(() => connectToServer(serverOf({ url, authority }, master), options)),
      });
  }
}

/** No command is sent through this look at the cluster, so it connects to no master. */
function watchMasters(
  place: RedisPlace<RedisClusterUrl>,
  options: ConnectionOptions,
  found: (masters: readonly RedisNode[]) => void,
): Subscription {
  const cluster = connectToCluster(place, options);
  const tell = (): void => {
    found(cluster.nodes('master').map(({ options: { host = '', port = 0 } }) => ({ host, port })));
  };
  cluster.on('refresh', tell);
  return {
    close() {
      cluster.off('refresh', tell);
      cluster.disconnect();
    },
  };
}
