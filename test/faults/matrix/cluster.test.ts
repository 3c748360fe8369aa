import { describe } from '@jest/globals';
import { documentedUser, userSettings } from '../../support/acl-lines.ts';
import { startClusterStore } from '../../support/redis-stores.ts';
import { CLUSTER_FAULTS } from './rows/cluster-faults.ts';
import { startSidecarOn } from './sidecar-network.ts';
import { testRows } from './test-rows.ts';

describe('the fault matrix, of the sidecar on a cluster [G7]', () => {
  testRows(CLUSTER_FAULTS, async () => {
    const user = documentedUser('fc-sidecar');
    return await startSidecarOn(await startClusterStore(userSettings(user)), user);
  });
});
