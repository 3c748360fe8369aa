import { randomInt } from 'node:crypto';
import { isPortFree } from '../../../tools/processes/is-port-free.mjs';

/**
 * The range is below the ephemeral ports of Linux (32768 to 60999) and macOS: an outgoing connection could
 * occupy an ephemeral port before a server is started or restarted on it.
 */
const FIRST = 12_000;
const LAST = 24_000;
const ATTEMPTS = 100;

/** Returns a loopback port that is currently free and that no outgoing connection uses. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(FIRST, LAST);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`No free port from ${FIRST} to ${LAST} in ${ATTEMPTS} attempts`);
}
