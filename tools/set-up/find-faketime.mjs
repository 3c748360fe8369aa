import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const LIBRARY = join('faketime', 'libfaketimeMT.so.1');

/**
 * Finds libfaketime, which sets the clock of a single program: `FC_FAKETIME`, or the usual paths of Linux
 * distributions.
 * @returns {string | undefined} the path of the library
 */
export function findFaketime() {
  // Debian has a subfolder for each architecture.
  const folders = ['/usr/lib', '/usr/lib64'].filter((folder) => existsSync(folder));
  const nested = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const libraries = [...folders, ...nested].map((folder) => join(folder, LIBRARY));
  return [process.env['FC_FAKETIME'], ...libraries].find((path) => path && existsSync(path));
}
