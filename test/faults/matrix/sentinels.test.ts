import { describe } from '@jest/globals';
import { documentedUser, userSettings } from '../../support/redis/acl-lines.ts';
import { sendToEach, startSentinelStore } from '../../support/redis/redis-stores.ts';
import { onProxy } from './proxy-row.ts';
import { SENTINEL_FAULTS } from './rows/sentinel-faults.ts';
import { onSidecar } from './sidecar-row.ts';
import { testRows } from './test-rows.ts';
import { startProxyOn, startSidecarOn } from './topology-network.ts';

/** Each server, and each Sentinel, knows the program's user. */
async function startStoreFor(program: string) {
  const user = documentedUser(program);
  const store = await startSentinelStore(userSettings(user));
  const { name, password, rules } = documentedUser('fc-sentinel');
  const sentinels = store.topology.sentinelPorts.map((port) => ({ url: `redis://127.0.0.1:${port}` }));
  await sendToEach(sentinels, 'ACL', 'SETUSER', name, ...rules);
  return { user, store, more: `&sentinel-user=${name}&sentinel-password=${password}` };
}

describe('the fault matrix, of the sidecar behind Sentinels [G7]', () => {
  testRows(
    SENTINEL_FAULTS.map((fault) => onSidecar(fault)),
    async () => {
      const { store, user, more } = await startStoreFor('fc-sidecar');
      return await startSidecarOn(store, user, more);
    },
  );
});

describe('the fault matrix, of the plugin behind Sentinels [G18]', () => {
  testRows(
    SENTINEL_FAULTS.map((fault) => onProxy(fault)),
    async () => {
      const { store, user, more } = await startStoreFor('fc-plugin');
      return await startProxyOn(store, user, more);
    },
  );
});
