import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} folder with only the expected files
 * @param {string} expected in the format of `sha256sum`
 * @throws {Error} naming a file that is missing, differs or is not expected
 */
export function checkLibraries(folder, expected) {
  const pinned = expected
    .trim()
    .split('\n')
    .map((line) => line.split(/ +/));
  const checksums = new Map(pinned.map(([sha256, name]) => [name, sha256]));
  const found = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.jar'));
  for (const name of new Set([...found, ...checksums.keys()])) {
    const path = join(folder, name);
    if (!existsSync(path) || sha256Of(path) !== checksums.get(name))
      throw new Error(`${name} is not the expected file`);
  }
}

function sha256Of(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
