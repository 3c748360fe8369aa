import { setTimeout as delay } from 'node:timers/promises';
import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import { eventually } from '../../../support/eventually.ts';
import type { RedisServer } from '../../../support/redis/redis-server.ts';
import { reachableServers, sendToEach } from '../../../support/redis/redis-stores.ts';
import type { ClusterStore } from '../../../support/redis/redis-stores.ts';
import { EMPTY_MS } from '../row.ts';
import { filledKeys } from '../store.ts';
import type { TopologyFault } from '../topology-fault.ts';
import type { TopologyNetwork } from '../topology-network.ts';

type Network = TopologyNetwork<ClusterStore>;
type Fault = TopologyFault<ClusterStore>;
type Slots = readonly (readonly [
  first: number,
  last: number,
  ...nodes: (readonly [host: string, port: number])[],
])[];

const PATIENCE = { withinMs: 30_000, everyMs: 20 };

interface Shard {
  readonly master: RedisServer;
  readonly replicas: readonly RedisServer[];
}

/** @returns the master and the replicas of the key's slot, as reported by a running server */
async function shardOf(network: Network, key: string): Promise<Shard> {
  const slot = await slotOf(network, key);
  const { store } = network;
  const [slots] = (await sendToEach((await store.masters()).slice(0, 1), 'CLUSTER', 'SLOTS')) as [Slots];
  const [, , ...nodes] = slots.find(([first, last]) => first <= slot && slot <= last) ?? [];
  const [master, ...replicas] = nodes.flatMap(([, port]) =>
    store.servers.filter((server) => server.port === port),
  );
  if (master === undefined) throw new Error(`no server serves slot ${slot}`);
  return { master, replicas };
}

async function slotOf({ store }: Network, key: string): Promise<number> {
  return await store.admin.cluster('KEYSLOT', key);
}

async function untilWhole({ store: { topology } }: Network): Promise<void> {
  await eventually(async () => topology.isWhole(), {
    ...PATIENCE,
    what: 'the cluster to have all its replicas',
  });
}

/** Moves the slot of every key that the programs read to another master, one after the other. */
export const SLOTS_MOVED: Fault = {
  fault: 'slots of a cluster are moved',
  degrades: false,
  inject: async (network) => {
    const { keys, store } = network;
    const { servers, topology } = store;
    for (const key of filledKeys(keys)) {
      const from = servers.indexOf((await shardOf(network, key)).master);
      await topology.moveSlot(await slotOf(network, key), from, (from + 1) % 3);
    }
  },
};

/** A key of the sidecar and one of the plugin. The suite moves both to one master, which then fails. */
export const keysReadByBoth = (keys: RedisKeys): readonly [string, string] => [
  keys.serverOf('lobby'),
  keys.blocklistGlobal,
];

/** A replica with the data of the failed master takes over. */
export const MASTER_KILLED: Fault = {
  fault: 'a master of a cluster is killed',
  degrades: true,
  inject: async (network) => {
    const [key] = keysReadByBoth(network.keys);
    const { master } = await shardOf(network, key);
    await master.kill();
    const isServed = async (): Promise<boolean> => (await shardOf(network, key)).master !== master;
    await eventually(isServed, { ...PATIENCE, what: 'a replica to take over' });
    const answers = async (): Promise<boolean> => (await network.store.admin.exists(key)) > 0;
    await eventually(answers, { ...PATIENCE, what: 'the new master to answer' });
  },
  repair: restartAll,
};

/** The data is lost, since no replica of the failed master runs. */
export const MASTER_EMPTIED: Fault = {
  fault: 'a master of a cluster is killed, restarted empty, and filled again later',
  degrades: true,
  inject: async (network) => {
    const { keys, store } = network;
    const [key] = keysReadByBoth(keys);
    const { master, replicas } = await shardOf(network, key);
    for (const replica of replicas) await replica.kill();
    await master.restart({ empty: true });
    const isEmpty = async (): Promise<boolean> => (await store.admin.exists(key)) === 0;
    await eventually(isEmpty, { ...PATIENCE, what: 'the master to answer' });
    await delay(EMPTY_MS);
    await network.fill();
  },
  repair: restartAll,
};

async function restartAll(network: Network): Promise<void> {
  const { servers } = network.store;
  const running = await reachableServers(servers);
  for (const server of servers) if (!running.includes(server)) await server.restart();
  await untilWhole(network);
}
