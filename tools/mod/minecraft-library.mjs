import { createRequire } from 'node:module';

/**
 * The Minecraft protocol library and its data, from the package beside this file.
 * @returns {{ protocol: any, dataOf: (version: string | number) => any }}
 * @throws {Error} saying what to install
 */
export function loadMinecraftLibrary() {
  const fromHere = createRequire(import.meta.url);
  try {
    const path = fromHere.resolve('minecraft-protocol');
    return { protocol: fromHere(path), dataOf: createRequire(path)('minecraft-data') };
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    throw new Error('minecraft-protocol is not installed: npm ci --prefix tools/mod', { cause: error });
  }
}
