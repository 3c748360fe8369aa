import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 collect garbage as a program needs that holds much for long. Called once, before anything is read.
 *
 * - Which version: V8 11 to 13 (Node 20 to 24). It lets the heap double between two full collections; and it
 *   allocates replies among old objects, as those of the first load live long, where they wait for a full
 *   collection.
 * - Gain alone, on a full store: `--heap-growing-percent` saves a third of the memory;
 *   `--no-allocation-site-pretenuring` lowers processor time from 50 to 28 % of a core while the store is
 *   written to.
 * - Test: `test/rest-sidecar/main.test.ts` fails when a version does not know a flag;
 *   `npm run bench -- full-store` measures.
 * - Delete when: that bench is within its targets without them.
 */
export function setHeapFlags(): void {
  setFlagsFromString('--heap-growing-percent=30');
  setFlagsFromString('--no-allocation-site-pretenuring');
}
