import { describe } from '@jest/globals';
import { startRedisAndSidecar } from './network-under-test.ts';
import { JVM_KILLED } from './rows/jvm-killed.ts';
import { SIDECAR_KILLED } from './rows/sidecar-killed.ts';
import { testRows } from './test-rows.ts';

describe('the fault matrix, of processes [L-CHECK-1, G8]', () => {
  testRows([SIDECAR_KILLED, JVM_KILLED], startRedisAndSidecar);
});
