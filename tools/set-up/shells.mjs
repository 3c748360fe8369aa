import { findOnPath } from './find-on-path.mjs';
import { installWhereApt } from './system-packages.mjs';

/**
 * Shells, in addition to bash, for which the command line has completion; their packages have the same names.
 */
const SHELLS = ['zsh', 'fish'];

/**
 * Finds the shells that the completion tests run, and installs the missing ones with apt. On other systems
 * these tests are skipped with a message; nothing else needs the shells.
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @returns {Promise<{ found: string[], missing: string[] }>} their names
 */
export async function provideShells(progress) {
  await installWhereApt(progress, missingShells());
  const missing = missingShells();
  return { found: SHELLS.filter((name) => !missing.includes(name)), missing };
}

function missingShells() {
  return SHELLS.filter((name) => findOnPath(name) === undefined);
}
