import type { RedisCommands } from '../../../../shared/redis/redis-commands.ts';
import type { RedisNode } from '../../../../shared/redis/url/redis-node.ts';
import type { RedisUrl } from '../../../../shared/redis/url/redis-url.ts';
import { toPromise } from '../java-interop.ts';
import type { LettuceAccess } from './lettuce-client.ts';
import { LettuceCluster } from './lettuce-cluster.ts';
import { LettuceCommands } from './lettuce-commands.ts';
import type { ConnectionSource } from './lettuce-connection.ts';
import { connected } from './lettuce-error.ts';
import { findMaster } from './lettuce-sentinels.ts';
import type { Masters } from './masters.ts';
import { serverUri } from './redis-uris.ts';

/** The operations that differ between one server, Sentinels and a cluster. */
interface LettuceTopology {
  /** Returns the current masters. Rejects if no server or Sentinel answers. */
  findMasters(): Promise<readonly RedisNode[]>;
  /** Returns the source of the connection for commands to a master. */
  sourceOf(master: RedisNode): ConnectionSource;
  createCommands(masters: Masters): RedisCommands;
}

export function createTopology(url: RedisUrl, access: LettuceAccess): LettuceTopology {
  if (url.topology === 'cluster') return new LettuceCluster(url, access);
  const { client, executor } = access;
  return {
    findMasters: async () => (url.topology === 'sentinel' ? [await findMaster(url, access)] : url.nodes),
    sourceOf: (server) => ({
      connect: () => toPromise(client.connect(serverUri(url, server)), executor),
      release: (connection) => {
        connection.closeAsync();
      },
    }),
    createCommands: (masters) => {
      const server = () => connected(masters.first?.commands);
      return new LettuceCommands(server, executor, () => masters.first?.recordRefusedWrite());
    },
  };
}
