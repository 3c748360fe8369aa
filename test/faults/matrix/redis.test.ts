import { describe } from '@jest/globals';
import { startRedisNetwork } from './network-under-test.ts';
import { CHANGE_FEED_FAULTS } from './rows/change-feed-faults.ts';
import { JVM_KILLED } from './rows/jvm-killed.ts';
import { REDIS_FAULTS } from './rows/redis-faults.ts';
import { SIDECAR_KILLED } from './rows/sidecar-killed.ts';
import { WRONG_TYPE } from './rows/wrong-type.ts';
import { testRows } from './test-rows.ts';

describe('the fault matrix, of Redis and of both programs [L-CHECK-1, G7, G8, G18]', () => {
  const rows = [...REDIS_FAULTS, WRONG_TYPE, ...CHANGE_FEED_FAULTS, SIDECAR_KILLED, JVM_KILLED];
  testRows(rows, startRedisNetwork);
});
