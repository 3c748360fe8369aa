import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import { eventually } from '../../../support/eventually.ts';
import { answering, sendToEach } from '../../../support/redis/redis-stores.ts';
import type { RedisServer } from '../../../support/redis/redis-server.ts';
import type { ClusterStore } from '../../../support/redis/redis-stores.ts';
import type { TopologyFault, TopologyNetwork } from '../topology-fault.ts';

type Network = TopologyNetwork<ClusterStore>;
type Fault = TopologyFault<ClusterStore>;
type Slots = readonly (readonly [
  first: number,
  last: number,
  ...nodes: (readonly [host: string, port: number])[],
])[];

const PATIENCE = { withinMs: 30_000, everyMs: 20 };

/** @returns who serves the slot, by the word of those servers that run */
async function ownerOf({ store }: Network, slot: number): Promise<RedisServer> {
  const [slots] = (await sendToEach((await store.masters()).slice(0, 1), 'CLUSTER', 'SLOTS')) as [Slots];
  const [, , node] = slots.find(([first, last]) => first <= slot && slot <= last) ?? [];
  const owner = store.servers.find(({ port }) => port === node?.[1]);
  if (owner === undefined) throw new Error(`nobody serves slot ${slot}`);
  return owner;
}

async function slotOf({ store }: Network, key: string): Promise<number> {
  return await store.admin.cluster('KEYSLOT', key);
}

async function isWhole({ store: { topology } }: Network): Promise<void> {
  await eventually(async () => topology.isWhole(), {
    ...PATIENCE,
    what: 'the cluster to have all its replicas',
  });
}

/** Every key that the programs read goes to another master, one after the other. */
export const SLOTS_MOVED: Fault = {
  fault: 'slots of a cluster are moved',
  degrades: false,
  happen: async (network) => {
    const { keys, store } = network;
    const { servers, topology } = store;
    for (const key of [
      keys.servers,
      keys.events,
      keys.votings,
      keys.voteCountsOf('more'),
      keys.coinsTrades,
      keys.blocklistGlobal,
      keys.blocklistOf('my-mod'),
    ]) {
      const slot = await slotOf(network, key);
      const from = servers.indexOf(await ownerOf(network, slot));
      await topology.moveSlot(slot, from, (from + 1) % 3);
    }
  },
};

/** @param keyOf the key whose master is to go; a replica has the data */
export const masterKilled = (keyOf: (keys: RedisKeys) => string): Fault => ({
  fault: 'a master of a cluster is killed',
  degrades: true,
  happen: async (network) => {
    const key = keyOf(network.keys);
    const slot = await slotOf(network, key);
    const before = await ownerOf(network, slot);
    await before.kill();
    const isServed = async (): Promise<boolean> => (await ownerOf(network, slot)) !== before;
    await eventually(isServed, { ...PATIENCE, what: 'a replica to take over' });
    const answers = async (): Promise<boolean> => (await network.store.admin.exists(key)) > 0;
    await eventually(answers, { ...PATIENCE, what: 'the new master to answer' });
  },
  mend: async (network) => {
    const { servers } = network.store;
    const there = await answering(servers);
    for (const server of servers) if (!there.includes(server)) await server.restart();
    await isWhole(network);
  },
});
