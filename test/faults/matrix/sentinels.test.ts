import { describe } from '@jest/globals';
import { documentedUser } from '../../support/redis/acl-lines.ts';
import { sendToEach, startSentinelStore } from '../../support/redis/redis-stores.ts';
import { SENTINEL_FAULTS } from './rows/sentinel-faults.ts';
import { testRows } from './test-rows.ts';
import { PROGRAM_USERS, startTopologyNetwork } from './topology-network.ts';
import { topologyRow } from './topology-row.ts';

/** The servers have the programs' users, and each Sentinel the user as which both programs connect to it. */
async function startNetwork() {
  const store = await startSentinelStore(PROGRAM_USERS);
  const { name, password, rules } = documentedUser('fc-sentinel');
  const sentinels = store.topology.sentinelPorts.map((port) => ({ url: `redis://127.0.0.1:${port}` }));
  await sendToEach(sentinels, 'ACL', 'SETUSER', name, ...rules);
  return await startTopologyNetwork(store, `&sentinel-user=${name}&sentinel-password=${password}`);
}

describe('the fault matrix, of both programs behind Sentinels [G7, G18]', () => {
  testRows(
    SENTINEL_FAULTS.map((fault) => topologyRow(fault)),
    startNetwork,
  );
});
