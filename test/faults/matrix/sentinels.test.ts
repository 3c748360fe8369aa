import { describe } from '@jest/globals';
import { documentedUser, userSettings } from '../../support/acl-lines.ts';
import { sendToEach, startSentinelStore } from '../../support/redis-stores.ts';
import { SENTINEL_FAULTS } from './rows/sentinel-faults.ts';
import { startSidecarOn } from './sidecar-network.ts';
import { testRows } from './test-rows.ts';

describe('the fault matrix, of the sidecar behind Sentinels [G7]', () => {
  testRows(SENTINEL_FAULTS, async () => {
    const user = documentedUser('fc-sidecar');
    const store = await startSentinelStore(userSettings(user));
    const { name, password, rules } = documentedUser('fc-sentinel');
    const sentinels = store.topology.sentinelPorts.map((port) => ({ url: `redis://127.0.0.1:${port}` }));
    await sendToEach(sentinels, 'ACL', 'SETUSER', name, ...rules);
    return await startSidecarOn(store, user, `&sentinel-user=${name}&sentinel-password=${password}`);
  });
});
