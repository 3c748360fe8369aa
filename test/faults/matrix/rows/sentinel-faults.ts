import { Redis } from 'ioredis';
import { eventually } from '../../../support/eventually.ts';
import { OWN_CONNECTION } from '../../../support/redis/own-connection.ts';
import { replaceMaster, sendToEach } from '../../../support/redis/redis-stores.ts';
import type { RedisServer } from '../../../support/redis/redis-server.ts';
import type { SentinelStore } from '../../../support/redis/redis-stores.ts';
import type { TopologyFault } from '../topology-fault.ts';
import type { TopologyNetwork } from '../topology-network.ts';

type Network = TopologyNetwork<SentinelStore>;
type Fault = TopologyFault<SentinelStore>;

const FAILOVER = { withinMs: 30_000, everyMs: 20, what: 'the failover' };

/** @returns the master by the word of the Sentinels */
async function masterOf({ store: { servers, topology } }: Network): Promise<RedisServer> {
  const port = await topology.masterPort();
  const master = servers.find((server) => server.port === port);
  if (master === undefined) throw new Error(`nobody listens on port ${port}`);
  return master;
}

/** Takes the master away by `act`, and waits until another one is master. */
async function failOver(network: Network, act: (master: RedisServer) => unknown): Promise<void> {
  const before = await masterOf(network);
  await act(before);
  await eventually(async () => (await masterOf(network)) !== before, FAILOVER);
  // Not by the admin, whose connection may be one to a frozen master.
  const take = async (): Promise<unknown> =>
    await sendToEach([await masterOf(network)], 'SET', 'failover', 'done');
  await eventually(async () => (await take()) !== undefined, {
    ...FAILOVER,
    what: 'the new master to take writes',
  });
}

/** What was away is a replica of the new master again, so that the next failover can happen. */
async function isReplicaAgain({ store: { servers } }: Network): Promise<void> {
  const isCopying = async ({ url }: RedisServer): Promise<boolean> => {
    const redis = new Redis(url, OWN_CONNECTION);
    const [role, , , state] = (await redis.call('ROLE')) as string[];
    redis.disconnect();
    return role === 'slave' && state === 'connected';
  };
  const isOne = async (): Promise<boolean> => (await Promise.all(servers.map(isCopying))).includes(true);
  await eventually(isOne, { ...FAILOVER, what: 'the old master to be a replica' });
}

const killed: Fault = {
  fault: 'the master that Sentinels watch is killed',
  degrades: true,
  happen: async (network) => {
    await failOver(network, (master) => master.kill());
  },
  mend: async (network) => {
    for (const server of network.store.servers)
      if (server !== (await masterOf(network))) await server.restart();
    await isReplicaAgain(network);
  },
};

const frozen: Fault = {
  fault: 'the master that Sentinels watch is stopped (SIGSTOP)',
  degrades: true,
  longFormOnly: true,
  happen: async (network) => {
    await failOver(network, (master) => {
      master.pause();
    });
  },
  mend: async (network) => {
    for (const server of network.store.servers) server.resume();
    await isReplicaAgain(network);
  },
};

const demoted: Fault = {
  fault: 'the master that Sentinels watch is demoted',
  // It serves until its clients are cut off, and the new one serves by then.
  degrades: false,
  happen: async (network) => {
    await failOver(network, async () => replaceMaster(network.store.topology));
  },
  mend: isReplicaAgain,
};

export const SENTINEL_FAULTS = [demoted, killed, frozen];
