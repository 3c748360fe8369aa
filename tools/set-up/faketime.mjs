import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installWhereApt } from './system-packages.mjs';

const LIBRARY = join('faketime', 'libfaketimeMT.so.1');
const PACKAGE = 'libfaketime';

/**
 * Finds libfaketime, which sets the clock of a single program: the file that `FC_FAKETIME` names, or where
 * distributions of Linux put it.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined} the path of the library
 */
export function findFaketime(env = process.env) {
  // Debian has a folder for each architecture.
  const folders = ['/usr/lib', '/usr/lib64'].filter((folder) => existsSync(folder));
  const nested = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const candidates = [env['FC_FAKETIME'], ...[...folders, ...nested].map((folder) => join(folder, LIBRARY))];
  return candidates.find((path) => path && existsSync(path));
}

/**
 * Finds libfaketime, and installs it with apt where that is there. Elsewhere tests of clocks are skipped, and
 * say so: nothing else needs it.
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @returns {Promise<string | undefined>} the path of the library
 */
export async function provideFaketime(progress) {
  if (findFaketime() === undefined) await installWhereApt(progress, [PACKAGE]);
  return findFaketime();
}
