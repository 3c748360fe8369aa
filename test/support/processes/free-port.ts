import { randomInt } from 'node:crypto';
import { isPortFree } from '../../../tools/processes/is-port-free.cjs';

/**
 * Below those that Linux (32768 to 60999) and macOS give to connections: one of them would be gone where a
 * server is started later, or again.
 */
const FIRST = 12_000;
const LAST = 24_000;
const ATTEMPTS = 100;

/** @returns a loopback port that was free a moment ago, and that no connection is given meanwhile */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(FIRST, LAST);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`Of ports ${FIRST} to ${LAST}, ${ATTEMPTS} were taken, and none was free`);
}
