import { describe } from '@jest/globals';
import { startRedisAndSidecar } from '../faults/matrix/network-under-test.ts';
import { CLOCKS } from '../faults/matrix/rows/clocks.ts';
import { SIDECAR_CLOCK } from '../faults/matrix/rows/sidecar-clock.ts';
import { testRows } from '../faults/matrix/test-rows.ts';
import { TOKEN_CLOCK } from './rows/token-clock.ts';

/** The short form of these is in the fault matrix. */
const FAULTS = [SIDECAR_CLOCK, CLOCKS].map((row) => ({ ...row, longFormOnly: true }));

describe('attacks by clocks', () => {
  testRows([TOKEN_CLOCK, ...FAULTS], startRedisAndSidecar);
});
