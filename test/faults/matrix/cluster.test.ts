import { describe } from '@jest/globals';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { documentedUser, userSettings } from '../../support/redis/acl-lines.ts';
import { startClusterStore } from '../../support/redis/redis-stores.ts';
import { onProxy } from './proxy-row.ts';
import { masterEmptied, masterKilled, SLOTS_MOVED } from './rows/cluster-faults.ts';
import { onSidecar } from './sidecar-row.ts';
import { testRows } from './test-rows.ts';
import { startProxyOn, startSidecarOn } from './topology-network.ts';

/** @param keyOf what the program reads, of whose masters one goes */
const faultsOf = (keyOf: (keys: RedisKeys) => string) => [
  SLOTS_MOVED,
  masterKilled(keyOf),
  masterEmptied(keyOf),
];

describe('the fault matrix, of the sidecar on a cluster [G7]', () => {
  testRows(
    faultsOf((keys) => keys.serverOf('lobby')).map((fault) => onSidecar(fault)),
    async () => {
      const user = documentedUser('fc-sidecar');
      return await startSidecarOn(await startClusterStore(userSettings(user)), user);
    },
  );
});

describe('the fault matrix, of the plugin on a cluster [G18]', () => {
  testRows(
    faultsOf((keys) => keys.blocklistGlobal).map((fault) => onProxy(fault)),
    async () => {
      const user = documentedUser('fc-plugin');
      return await startProxyOn(await startClusterStore(userSettings(user)), user);
    },
  );
});
