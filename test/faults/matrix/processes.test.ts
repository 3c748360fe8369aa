import { describe } from '@jest/globals';
import { startRedisAndSidecar } from './network-under-test.ts';
import { JVM_KILLED } from './rows/jvm-killed.ts';
import { SIDECAR_CLOCK } from './rows/sidecar-clock.ts';
import { SIDECAR_KILLED } from './rows/sidecar-killed.ts';
import { testRows } from './test-rows.ts';

describe('the fault matrix, of processes and clocks [L-CHECK-1, G8]', () => {
  testRows([SIDECAR_KILLED, JVM_KILLED, SIDECAR_CLOCK], startRedisAndSidecar);
});
