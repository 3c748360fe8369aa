import { describe } from '@jest/globals';
import { startRedisAndSidecar } from '../faults/matrix/network-under-test.ts';
import { SIDECAR_CLOCK } from '../faults/matrix/rows/sidecar-clock.ts';
import { testRows } from '../faults/matrix/test-rows.ts';
import { TOKEN_CLOCK } from './rows/token-clock.ts';

/** Its short form is in the fault matrix. */
const FAULT = { ...SIDECAR_CLOCK, longFormOnly: true };

describe('attacks by clocks', () => {
  testRows([TOKEN_CLOCK, FAULT], startRedisAndSidecar);
});
