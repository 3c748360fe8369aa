import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

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

/**
 * The range is below the ephemeral ports of Linux (32768 to 60999) and macOS: an outgoing connection could
 * occupy an ephemeral port before a server is started or restarted on it.
 */
const [FIRST, LAST] = [12_000, 24_000];

/**
 * @returns {Promise<number>} a random loopback port that is currently free and that no outgoing connection
 * uses
 * @throws {Error} if 100 random ports are taken
 */
export async function freePort() {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(FIRST, LAST);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`no free port from ${FIRST} to ${LAST} in ${ATTEMPTS} attempts`);
}

/**
 * @param {number} port
 * @param {string} [host]
 * @returns {Promise<boolean>} whether a server could listen there now
 */
export async function isPortFree(port, host = '127.0.0.1') {
  return await new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
