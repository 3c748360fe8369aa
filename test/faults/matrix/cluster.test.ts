import { describe } from '@jest/globals';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { firstOwnerOf } from '../../support/redis/redis-cluster.ts';
import { startClusterStore } from '../../support/redis/redis-stores.ts';
import type { ClusterStore } from '../../support/redis/redis-stores.ts';
import { MASTER_EMPTIED, MASTER_KILLED, keysReadByBoth, SLOTS_MOVED } from './rows/cluster-faults.ts';
import { KEY_PREFIX } from './store.ts';
import { testRows } from './test-rows.ts';
import { PROGRAM_USERS, startTopologyNetwork } from './topology-network.ts';
import { topologyRow } from './topology-row.ts';

/** Moves a key of each program to one master, so that a fault of this master affects both programs. */
async function moveToOneMaster({ admin, topology }: ClusterStore): Promise<void> {
  const slotOf = async (key: string): Promise<number> => await admin.cluster('KEYSLOT', key);
  const [first, ...others] = await Promise.all(keysReadByBoth(new RedisKeys(KEY_PREFIX)).map(slotOf));
  const to = firstOwnerOf(first ?? 0);
  for (const slot of others) {
    const from = firstOwnerOf(slot);
    if (from !== to) await topology.moveSlot(slot, from, to);
  }
}

describe('the fault matrix, of both programs on a cluster [G7, G18]', () => {
  testRows(
    [SLOTS_MOVED, MASTER_KILLED, MASTER_EMPTIED].map((fault) => topologyRow(fault)),
    async () => {
      const store = await startClusterStore(PROGRAM_USERS);
      await moveToOneMaster(store);
      return await startTopologyNetwork(store);
    },
  );
});
