import { isPortFree } from './is-port-free.mjs';

const ATTEMPTS = 100;

/**
 * Finds a free port.
 * @param {number} first a port, 1 to 65535
 * @param {string} [host]
 * @returns {Promise<number | undefined>} `first`, or the next free port after it; undefined if 100 ports in a
 * row are taken
 */
export async function nextFreePort(first, host) {
  for (let port = first; port < first + ATTEMPTS && port <= 65535; port += 1) {
    if (await isPortFree(port, host)) return port;
  }
  return undefined;
}
