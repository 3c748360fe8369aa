import { Cluster, Redis } from 'ioredis';
import { stopRefreshAtDisconnect } from '../../../rest-sidecar/src/redis/cluster-connection.ts';
import { eventually } from '../eventually.ts';
import { OWN_CONNECTION } from './own-connection.ts';
import { startCluster } from './redis-cluster.ts';
import type { ClusterTopology } from './redis-cluster.ts';
import { startSentinels } from './redis-sentinels.ts';
import type { SentinelTopology } from './redis-sentinels.ts';
import { startRedis, type RedisOptions, type RedisServer } from './redis-server.ts';

/** A Redis of the tests' own, whatever it is made of. */
export interface RedisStore {
  /** What programs are given. */
  readonly url: string;
  /** Without a program's caution: its commands wait until they can be carried out. */
  readonly admin: Redis | Cluster;
  /** All that hold data, masters and replicas. */
  readonly servers: readonly RedisServer[];
  /** @returns those that answer, as masters */
  masters(): Promise<RedisServer[]>;
  stop(): Promise<void>;
}

export type StartStore = () => Promise<RedisStore>;

const PATIENT = { retryStrategy: () => 50, maxRetriesPerRequest: null, ...OWN_CONNECTION };

const AGREEMENT = { withinMs: 30_000, everyMs: 50, what: 'the Sentinels to agree on a master' };

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
  const admin = new Redis(server.url, PATIENT);
  return { ...toStore(server.url, admin, [server], async () => server.stop()), admin, server };
}

/**
 * A master and a replica, watched by three Sentinels.
 * @param settings further ones of the two, as on Redis's own command line
 */
export async function startSentinelStore(settings: readonly string[] = []): Promise<SentinelStore> {
  const topology = await startSentinels(settings);
  const { masterName: name, sentinelPorts, servers } = topology;
  const sentinels = sentinelPorts.map((port) => ({ host: '127.0.0.1', port }));
  const url = `redis-sentinel://${sentinels.map(({ host, port }) => `${host}:${port}`).join(',')}?master=${name}`;
  const admin = new Redis({ ...PATIENT, sentinels, name });
  const store = toStore(url, admin, servers, async () => topology.stop());
  const masters = async () => {
    const agreed = await eventually(async () => topology.masterPort(), AGREEMENT);
    // One that was replaced calls itself a master until it is reconfigured.
    return (await store.masters()).filter(({ port }) => port === agreed);
  };
  return { ...store, masters, topology };
}

/**
 * Three masters, each with a replica.
 * @param settings further ones of each, as on Redis's own command line
 */
export async function startClusterStore(settings: readonly string[] = []): Promise<ClusterStore> {
  const topology = await startCluster(settings);
  const nodes = topology.servers.slice(0, 3).map(({ port }) => ({ host: '127.0.0.1', port }));
  const url = `redis-cluster://${nodes.map(({ host, port }) => `${host}:${port}`).join(',')}`;
  const admin = new Cluster(nodes, {
    redisOptions: OWN_CONNECTION,
    slotsRefreshInterval: 500,
    // Without one of its masters a cluster answers nobody, whatever the key, for seconds: each command goes
    // from server to server until it does.
    ...{ maxRedirections: 300, retryDelayOnMoved: 20 },
  });
  stopRefreshAtDisconnect(admin);
  return { ...toStore(url, admin, topology.servers, async () => topology.stop()), topology };
}

/** Sends one command to each of these servers, at the same time. */
export async function sendToEach(
  servers: readonly Pick<RedisServer, 'url'>[],
  ...command: [string, ...string[]]
) {
  return await Promise.all(servers.map(async (server) => await send(server, ...command)));
}

/** Has the first of the Sentinels replace the master, which they refuse while they know of no replica yet. */
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

/** @returns those of the servers that answer at all */
export async function answering(servers: readonly RedisServer[]): Promise<RedisServer[]> {
  const asked = await Promise.allSettled(servers.map(async (server) => await send(server, 'PING')));
  return servers.filter((_, index) => asked[index]?.status === 'fulfilled');
}

async function send(
  { url }: Pick<RedisServer, 'url'>,
  ...[name, ...args]: [string, ...string[]]
): Promise<unknown> {
  const redis = new Redis(url, { ...OWN_CONNECTION, retryStrategy: null, commandTimeout: 1000 });
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
    async masters() {
      const there = await answering(servers);
      const roles = await sendToEach(there, 'ROLE');
      return there.filter((_, index) => (roles[index] as string[])[0] === 'master');
    },
    async stop() {
      admin.disconnect();
      await stopServers();
    },
  };
}
