import { describe } from '@jest/globals';
import { testRows } from '../faults/matrix/test-rows.ts';
import { makeSmallDisk } from '../support/faults/small-disk.ts';
import { fullDisk } from './rows/full-disk.ts';
import { HOSTILE_MIRROR } from './rows/hostile-mirror.ts';
import { startSlimProxy } from './slim-proxy.ts';

/** Returns why no small disk can be created here. Called before the rows are defined. */
function reasonWithoutDisk(): string | undefined {
  const disk = makeSmallDisk('1m');
  disk.remove();
  return disk.missing;
}

describe('attacks on the libraries of the slim jar', () => {
  testRows([HOSTILE_MIRROR, fullDisk(reasonWithoutDisk())], startSlimProxy);
});
