import type { RedisCommands } from '../../../../shared/redis/redis-commands.ts';
import type { RedisNode } from '../../../../shared/redis/url/redis-node.ts';
import type { RedisUrl } from '../../../../shared/redis/url/redis-url.ts';
import type { RedisAsyncCommands } from '../../../types/lettuce.ts';
import type { LettuceAccess } from './lettuce-client.ts';
import { LettuceCluster } from './lettuce-cluster.ts';
import { LettuceCommands } from './lettuce-commands.ts';
import { ping, pingMaster } from './lettuce-connection.ts';
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
  /** Rejects if a server cannot be used. */
  check(redis: RedisAsyncCommands): Promise<unknown>;
  createCommands(masters: Masters): RedisCommands;
}

export function createTopology(url: RedisUrl, access: LettuceAccess): LettuceTopology {
  if (url.kind === 'cluster') return new LettuceCluster(url, access);
  const { client, executor } = access;
  const hasSentinels = url.kind === 'sentinel';
  return {
    findMasters: async () => (hasSentinels ? [await findMaster(url, access)] : url.nodes),
    sourceOf: (server) => client.sourceOf(serverUri(url, server)),
    check: (redis) => (hasSentinels ? pingMaster(redis, executor) : ping(redis, executor)),
    createCommands: (masters) => new LettuceCommands(() => connected(masters.first?.commands), executor),
  };
}
