import { createServer } from 'node:net';

const ATTEMPTS = 100;

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

/**
 * @param {number} first a port, 1 to 65535
 * @param {string} [host]
 * @returns {Promise<number | undefined>} `first`, or the next free port after it; nothing when a hundred in a row are taken
 */
export async function nextFreePort(first, host) {
  for (let port = first; port < first + ATTEMPTS && port <= 65535; port += 1) {
    if (await isPortFree(port, host)) return port;
  }
  return undefined;
}
