import { describe } from '@jest/globals';
import { documentedUser, userSettings } from '../../support/redis/acl-lines.ts';
import { startClusterStore } from '../../support/redis/redis-stores.ts';
import { startProxyOn } from './proxy-network.ts';
import { onProxy } from './proxy-row.ts';
import { masterKilled, SLOTS_MOVED } from './rows/cluster-faults.ts';
import { startSidecarOn } from './sidecar-network.ts';
import { onSidecar } from './sidecar-row.ts';
import { testRows } from './test-rows.ts';

describe('the fault matrix, of the sidecar on a cluster [G7]', () => {
  const faults = [SLOTS_MOVED, masterKilled((keys) => keys.servers)];
  testRows(
    faults.map((fault) => onSidecar(fault)),
    async () => {
      const user = documentedUser('fc-sidecar');
      return await startSidecarOn(await startClusterStore(userSettings(user)), user);
    },
  );
});

describe('the fault matrix, of the plugin on a cluster [G18]', () => {
  testRows([onProxy(SLOTS_MOVED), onProxy(masterKilled((keys) => keys.blocklistGlobal))], async () => {
    const user = documentedUser('fc-plugin');
    return await startProxyOn(await startClusterStore(userSettings(user)), user);
  });
});
