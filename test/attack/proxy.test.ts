import { describe } from '@jest/globals';
import { testRows } from '../faults/matrix/test-rows.ts';
import { startAttackedProxy } from './attacked-proxy.ts';
import { EVICTION_IN_THE_GAME } from './rows/eviction.ts';
import { JAR_SWAPPED } from './rows/jar-swapped.ts';

describe('attacks on a proxy', () => {
  // The last one damages the proxy's jar.
  testRows([EVICTION_IN_THE_GAME, JAR_SWAPPED], startAttackedProxy);
});
