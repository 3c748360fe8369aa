import { createServer } from 'node:net';

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
