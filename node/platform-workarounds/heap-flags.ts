import { setFlagsFromString } from 'node:v8';

/**
 * Tunes V8's garbage collector for a program with a large, long-lived heap. Called once, before any data is
 * read.
 *
 * - Affected versions: V8 11 to 13 (Node 20 to 24). V8 lets the heap double between two full collections. It
 *   also learns from the first load that replies live long, and then allocates all replies in the old
 *   generation, where only a full collection frees them.
 * - Gain of each flag alone, on a full store: `--heap-growing-percent` saves a third of the memory;
 *   `--no-allocation-site-pretenuring` lowers CPU time from 50 to 28 % of a core while the store is
 *   written to.
 * - Test: `test/rest-sidecar/main.test.ts` fails when a version does not know a flag; `npm run bench --
 *   full-store` measures the gain.
 * - Delete when: that benchmark meets its targets without the flags.
 */
export function setHeapFlags(): void {
  setFlagsFromString('--heap-growing-percent=30');
  setFlagsFromString('--no-allocation-site-pretenuring');
}
