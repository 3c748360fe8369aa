import { Cluster, Redis } from 'ioredis';
import { startCluster } from './redis-cluster.ts';
import { startSentinels } from './redis-sentinels.ts';
import { startRedis, type RedisServer } from './redis-server.ts';

/** A Redis of the tests' own, whatever it is made of. */
export interface RedisStore {
  /** What programs are given. */
  readonly url: string;
  /** Without a program's caution: its commands wait until they can be carried out. */
  readonly admin: Redis | Cluster;
  /** @returns those that are masters now; a frozen one may not be for long */
  masters(): Promise<RedisServer[]>;
  stop(): Promise<void>;
}

export type StartStore = () => Promise<RedisStore>;

const PATIENT = { retryStrategy: () => 50, maxRetriesPerRequest: null, disableClientInfo: true };

export async function startServerStore(): Promise<RedisStore> {
  const server = await startRedis();
  return toStore(server.url, new Redis(server.url, PATIENT), [server], async () => server.stop());
}

/** A master and a replica, watched by three Sentinels. */
export async function startSentinelStore(): Promise<RedisStore> {
  const topology = await startSentinels();
  const { masterName: name, sentinelPorts, servers } = topology;
  const sentinels = sentinelPorts.map((port) => ({ host: '127.0.0.1', port }));
  const url = `redis-sentinel://${sentinels.map(({ host, port }) => `${host}:${port}`).join(',')}?master=${name}`;
  const admin = new Redis({ ...PATIENT, sentinels, name });
  return toStore(url, admin, servers, async () => topology.stop());
}

/** Three masters, each with a replica. */
export async function startClusterStore(): Promise<RedisStore> {
  const topology = await startCluster();
  const nodes = topology.servers.slice(0, 3).map(({ port }) => ({ host: '127.0.0.1', port }));
  const url = `redis-cluster://${nodes.map(({ host, port }) => `${host}:${port}`).join(',')}`;
  const admin = new Cluster(nodes, { redisOptions: { disableClientInfo: true }, slotsRefreshInterval: 500 });
  return toStore(url, admin, topology.servers, async () => topology.stop());
}

/** Sends one command to each of these servers, at the same time. */
export async function sendToEach(servers: readonly RedisServer[], command: string, ...args: string[]) {
  const connections = servers.map(({ url }) => new Redis(url, { disableClientInfo: true }));
  const replies = await Promise.all(connections.map(async (redis) => await redis.call(command, ...args)));
  for (const redis of connections) redis.disconnect();
  return replies;
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
    async masters() {
      const roles = await sendToEach(servers, 'ROLE');
      return servers.filter((_, index) => (roles[index] as string[])[0] === 'master');
    },
    async stop() {
      admin.disconnect();
      await stopServers();
    },
  };
}
