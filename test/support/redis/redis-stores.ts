import { Cluster, Redis } from 'ioredis';
import { stopRefreshAtDisconnect } from '../../../node/redis/connecting/cluster-connection.ts';
import { eventually } from '../eventually.ts';
import { OWN_CONNECTION } from './own-connection.ts';
import { startCluster } from './redis-cluster.ts';
import type { ClusterTopology } from './redis-cluster.ts';
import { startSentinels } from './redis-sentinels.ts';
import type { SentinelTopology } from './redis-sentinels.ts';
import { startRedis, type RedisOptions, type RedisServer } from './redis-server.ts';

/** A dedicated Redis of a test, with any topology. */
export interface RedisStore {
  /** The URL for programs. */
  readonly url: string;
  /** A connection without the programs' limits: its commands wait until they can be executed. */
  readonly admin: Redis | Cluster;
  /** All servers with data, masters and replicas. */
  readonly servers: readonly RedisServer[];
  /**
   * Waits until all servers of a cluster agree on the masters: one that was replaced while it was frozen
   * reports itself as a master until it has rejoined.
   */
  settled(): Promise<void>;
  /** @returns the reachable masters */
  masters(): Promise<RedisServer[]>;
  stop(): Promise<void>;
}

export type StartStore = () => Promise<RedisStore>;

const UNLIMITED_RETRIES = { retryStrategy: () => 50, maxRetriesPerRequest: null, ...OWN_CONNECTION };

const AGREEMENT = { everyMs: 50, what: 'the Sentinels to agree on a master' };

const WHOLE = { withinMs: 60_000, everyMs: 50, what: 'the cluster to be whole' };

export interface ServerStore extends RedisStore {
  readonly admin: Redis;
  readonly server: RedisServer;
}

export interface SentinelStore extends RedisStore {
  readonly topology: SentinelTopology;
}

export interface ClusterStore extends RedisStore {
  readonly topology: ClusterTopology;
}

export async function startServerStore(options: RedisOptions = {}): Promise<ServerStore> {
  const server = await startRedis(options);
  const admin = new Redis(server.url, UNLIMITED_RETRIES);
  return { ...toStore(server.url, admin, [server], async () => server.stop()), admin, server };
}

/**
 * Starts a master and a replica, monitored by three Sentinels.
 * @param settings additional ones of the two, in the form of Redis's command line
 */
export async function startSentinelStore(settings: readonly string[] = []): Promise<SentinelStore> {
  const topology = await startSentinels(settings);
  const { masterName: name, sentinelPorts, servers } = topology;
  const sentinels = sentinelPorts.map((port) => ({ host: '127.0.0.1', port }));
  const url = `redis-sentinel://${sentinels.map(({ host, port }) => `${host}:${port}`).join(',')}?master=${name}`;
  const admin = new Redis({ ...UNLIMITED_RETRIES, sentinels, name });
  const store = toStore(url, admin, servers, async () => topology.stop());
  const masters = async () => {
    const agreed = await eventually(async () => topology.masterPort(), AGREEMENT);
    // A replaced master reports itself as a master until it is reconfigured.
    return (await store.masters()).filter(({ port }) => port === agreed);
  };
  return { ...store, masters, topology };
}

/**
 * Starts three masters, each with a replica.
 * @param settings additional ones of each, in the form of Redis's command line
 * @param program the path of another server, such as Valkey
 */
export async function startClusterStore(
  settings: readonly string[] = [],
  program?: string,
): Promise<ClusterStore> {
  const topology = await startCluster(settings, program);
  const nodes = topology.servers.slice(0, 3).map(({ port }) => ({ host: '127.0.0.1', port }));
  const url = `redis-cluster://${nodes.map(({ host, port }) => `${host}:${port}`).join(',')}`;
  const admin = new Cluster(nodes, {
    redisOptions: OWN_CONNECTION,
    slotsRefreshInterval: 500,
    // Without one of its masters a cluster rejects all commands for seconds; commands are redirected between
    // servers until it recovers.
    maxRedirections: 300,
    retryDelayOnMoved: 20,
  });
  stopRefreshAtDisconnect(admin);
  const settled = async (): Promise<void> => {
    await eventually(async () => topology.isWhole(), WHOLE);
  };
  return { ...toStore(url, admin, topology.servers, async () => topology.stop()), settled, topology };
}

/** Sends one command to each of these servers concurrently. */
export async function sendToEach(
  servers: readonly Pick<RedisServer, 'url'>[],
  ...command: [string, ...string[]]
) {
  return await Promise.all(servers.map(async (server) => await send(server, ...command)));
}

/** Makes the first Sentinel replace the master, which Sentinels refuse while they know of no replica. */
export async function replaceMaster({
  masterName,
  sentinelPorts: [first = 0],
}: SentinelStore['topology']): Promise<void> {
  const sentinel = { url: `redis://127.0.0.1:${first}` };
  await eventually(async () => await send(sentinel, 'SENTINEL', 'FAILOVER', masterName), {
    withinMs: 60_000,
    everyMs: 100,
    what: 'a replica to promote',
  });
}

/** Returns those of the servers that are reachable. */
export async function reachableServers(servers: readonly RedisServer[]): Promise<RedisServer[]> {
  const replies = await Promise.allSettled(servers.map(async (server) => await send(server, 'PING')));
  return servers.filter((_, index) => replies[index]?.status === 'fulfilled');
}

async function send(
  { url }: Pick<RedisServer, 'url'>,
  ...[name, ...args]: [string, ...string[]]
): Promise<unknown> {
  const redis = new Redis(url, { ...OWN_CONNECTION, retryStrategy: null, commandTimeout: 3000 });
  redis.on('error', () => undefined);
  try {
    return await redis.call(name, ...args);
  } finally {
    redis.disconnect();
  }
}

function toStore(
  url: string,
  admin: RedisStore['admin'],
  servers: readonly RedisServer[],
  stopServers: () => Promise<void>,
): RedisStore {
  admin.on('error', () => undefined);
  return {
    url,
    admin,
    servers,
    settled: () => Promise.resolve(),
    async masters() {
      const reachable = await reachableServers(servers);
      const roles = await sendToEach(reachable, 'ROLE');
      return reachable.filter((_, index) => (roles[index] as string[])[0] === 'master');
    },
    async stop() {
      admin.disconnect();
      await stopServers();
    },
  };
}
