import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installWhereApt } from './system-packages.mjs';

const LIBRARY = join('faketime', 'libfaketimeMT.so.1');
const PACKAGE = 'libfaketime';

/**
 * Finds libfaketime, which sets the clock of a single program: `FC_FAKETIME`, or the usual paths of Linux
 * distributions.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined} the path of the library
 */
export function findFaketime(env = process.env) {
  // Debian has a subfolder for each architecture.
  const folders = ['/usr/lib', '/usr/lib64'].filter((folder) => existsSync(folder));
  const nested = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const candidates = [env['FC_FAKETIME'], ...[...folders, ...nested].map((folder) => join(folder, LIBRARY))];
  return candidates.find((path) => path && existsSync(path));
}

/**
 * Finds libfaketime, and installs it if apt is available. On other systems the tests of clocks are skipped
 * with a message; nothing else needs it.
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @returns {Promise<string | undefined>} the path of the library
 */
export async function provideFaketime(progress) {
  if (findFaketime() === undefined) await installWhereApt(progress, [PACKAGE]);
  return findFaketime();
}
