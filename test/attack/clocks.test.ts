import { describe } from '@jest/globals';
import { startRedisAndSidecar } from '../faults/matrix/network-under-test.ts';
import { SIDECAR_CLOCK } from '../faults/matrix/rows/sidecar-clock.ts';
import { testRows } from '../faults/matrix/test-rows.ts';
import { TOKEN_CLOCK } from './rows/token-clock.ts';

/** The fault matrix runs the short form of this row. */
const SIDECAR_CLOCK_ROW = { ...SIDECAR_CLOCK, longFormOnly: true };

describe('attacks with clocks', () => {
  testRows([TOKEN_CLOCK, SIDECAR_CLOCK_ROW], startRedisAndSidecar);
});
