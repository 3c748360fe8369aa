import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} folder with nothing but what is expected in it
 * @param {string} expected as `sha256sum` writes it
 * @throws {Error} naming the file that is missing, another one, or not expected at all
 */
export function checkLibraries(folder, expected) {
  const pinned = expected
    .trim()
    .split('\n')
    .map((line) => line.split(/ +/));
  const checksums = new Map(pinned.map(([sha256, name]) => [name, sha256]));
  for (const name of new Set([...readdirSync(folder), ...checksums.keys()])) {
    const path = join(folder, name);
    if (!existsSync(path) || sha256Of(path) !== checksums.get(name))
      throw new Error(`${name} is not the expected file`);
  }
}

function sha256Of(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
