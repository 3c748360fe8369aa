import { createRequire } from 'node:module';

const CLIENTS = new URL('../../test/clients/package.json', import.meta.url);

/**
 * The Minecraft protocol library and its data, from the package in test/clients.
 * @returns {{ protocol: any, dataOf: (version: string | number) => any }}
 * @throws {Error} saying what to install
 */
export function loadMinecraftLibrary() {
  const fromClients = createRequire(CLIENTS);
  try {
    const path = fromClients.resolve('minecraft-protocol');
    return { protocol: fromClients(path), dataOf: createRequire(path)('minecraft-data') };
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    throw new Error('minecraft-protocol is not installed: npm ci --prefix test/clients', { cause: error });
  }
}
