import { Redis } from 'ioredis';
import { eventually } from '../../../support/eventually.ts';
import { OWN_CONNECTION } from '../../../support/redis/own-connection.ts';
import type { RedisServer } from '../../../support/redis/redis-server.ts';
import { replaceMaster, sendToEach } from '../../../support/redis/redis-stores.ts';
import type { SentinelStore } from '../../../support/redis/redis-stores.ts';
import type { TopologyFault } from '../topology-fault.ts';
import type { TopologyNetwork } from '../topology-network.ts';

type Network = TopologyNetwork<SentinelStore>;
type Fault = TopologyFault<SentinelStore>;

const FAILOVER = { withinMs: 30_000, everyMs: 20, what: 'the failover' };

/** @returns the master that the Sentinels report */
async function masterOf({ store: { servers, topology } }: Network): Promise<RedisServer> {
  const port = await topology.masterPort();
  const master = servers.find((server) => server.port === port);
  if (master === undefined) throw new Error(`no server listens on port ${port}`);
  return master;
}

/** Removes the master with `act`, and waits until another server is master and accepts writes. */
async function failOver(network: Network, act: (master: RedisServer) => unknown): Promise<void> {
  const before = await masterOf(network);
  await act(before);
  await eventually(async () => (await masterOf(network)) !== before, FAILOVER);
  // On a new connection, as the admin's may be one to a stopped master.
  const write = async (): Promise<unknown> =>
    await sendToEach([await masterOf(network)], 'SET', 'failover', 'done');
  await eventually(async () => (await write()) !== undefined, {
    ...FAILOVER,
    what: 'the new master to accept writes',
  });
}

/** Waits until the old master is a replica of the new one, so that the next failover is possible. */
async function untilReplica({ store: { servers } }: Network): Promise<void> {
  const isReplica = async ({ url }: RedisServer): Promise<boolean> => {
    const redis = new Redis(url, OWN_CONNECTION);
    const [role, , , state] = (await redis.call('ROLE')) as string[];
    redis.disconnect();
    return role === 'slave' && state === 'connected';
  };
  const someIs = async (): Promise<boolean> => (await Promise.all(servers.map(isReplica))).includes(true);
  await eventually(someIs, { ...FAILOVER, what: 'the old master to be a replica' });
}

const killed: Fault = {
  fault: 'the master that Sentinels watch is killed',
  degrades: true,
  inject: async (network) => {
    await failOver(network, (master) => master.kill());
  },
  repair: async (network) => {
    for (const server of network.store.servers)
      if (server !== (await masterOf(network))) await server.restart();
    await untilReplica(network);
  },
};

const demoted: Fault = {
  fault: 'the master that Sentinels watch is demoted',
  // The old master serves its clients until they are disconnected; then the new one already serves.
  degrades: false,
  inject: async (network) => {
    await failOver(network, async () => replaceMaster(network.store.topology));
  },
  repair: untilReplica,
};

export const SENTINEL_FAULTS = [demoted, killed];
