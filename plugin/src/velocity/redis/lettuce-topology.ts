import type { NameCommands } from '../../../../shared/redis/blocklists/name-commands.ts';
import { Circuit } from '../../../../shared/redis/circuit.ts';
import type { RedisCommands } from '../../../../shared/redis/redis-commands.ts';
import type { RedisNode } from '../../../../shared/redis/url/redis-url-authority.ts';
import type {
  RedisClusterUrl,
  RedisSentinelUrl,
  RedisServerUrl,
  RedisUrl,
} from '../../../../shared/redis/url/redis-url.ts';
import type { Timers } from '../../../../shared/timers.ts';
import type { Executor } from '../../../types/jdk.ts';
import type { RedisAsyncCommands, RedisUri, StatefulRedisConnection } from '../../../types/lettuce.ts';
import { createClusterCommands } from './cluster-commands.ts';
import type { LettuceClient } from './lettuce-client.ts';
import { LettuceCluster } from './lettuce-cluster.ts';
import { LettuceCommands } from './lettuce-commands.ts';
import { findMaster } from './lettuce-sentinels.ts';
import type { Masters } from './masters.ts';
import { ping, pingMaster } from './ping.ts';
import { clusterNodeUri, serverUri } from './redis-uris.ts';

/** What is different with one server, with Sentinels and with a cluster. */
export interface LettuceTopology {
  /** The servers that hold the data now. @throws where nobody says */
  readonly findMasters: () => Promise<readonly RedisNode[]>;
  /** Of a master, for a connection beside the one for commands. */
  readonly uriOf: (master: RedisNode) => RedisUri;
  /** For commands. */
  readonly connect: (master: RedisNode) => Promise<StatefulRedisConnection>;
  /** Gives back what `connect` has made. */
  readonly release: (connection: StatefulRedisConnection) => void;
  /** Rejects where a server cannot be used. */
  readonly check: (redis: RedisAsyncCommands) => Promise<unknown>;
  readonly createCommands: (masters: Masters) => RedisCommands & NameCommands;
}

/** What topologies need. */
export interface LettuceAccess {
  readonly client: LettuceClient;
  readonly executor: Executor;
  readonly timers: Timers;
}

export function createTopology(url: RedisUrl, access: LettuceAccess): LettuceTopology {
  switch (url.kind) {
    case 'server':
      return {
        ...oneServer(url, access),
        findMasters: () => Promise.resolve(url.nodes),
        check: (redis) => ping(redis, access.executor),
      };
    case 'sentinel':
      return {
        ...oneServer(url, access),
        findMasters: async () => [await findMaster(url, access)],
        check: (redis) => pingMaster(redis, access.executor),
      };
    case 'cluster':
      return createClusterTopology(url, access);
  }
}

/** One that holds all keys. */
function oneServer(
  url: RedisServerUrl | RedisSentinelUrl,
  { client, executor, timers }: LettuceAccess,
): Pick<LettuceTopology, 'uriOf' | 'connect' | 'release' | 'createCommands'> {
  const uriOf = (server: RedisNode): RedisUri => serverUri(url, server);
  return {
    uriOf,
    connect: (server) => client.connect(uriOf(server)),
    release: (connection) => {
      client.close(connection);
    },
    createCommands: (masters) =>
      new LettuceCommands({ commands: () => masters.first?.commands }, new Circuit(timers), executor),
  };
}

function createClusterTopology(url: RedisClusterUrl, { client, executor }: LettuceAccess): LettuceTopology {
  const cluster = new LettuceCluster(client, url);
  return {
    findMasters: () => cluster.findMasters(),
    uriOf: (master) => clusterNodeUri(url, master),
    connect: (master) => cluster.connectTo(master),
    // Lettuce's own, which it closes when the server has left the cluster.
    release: () => undefined,
    check: (redis) => ping(redis, executor),
    createCommands: (masters) => createClusterCommands(cluster, masters, executor),
  };
}
