import { findOnPath } from './find-on-path.mjs';
import { installWhereApt } from './system-packages.mjs';

/** Shells for which the command line has completion, beside bash; packages have the same names. */
const SHELLS = ['zsh', 'fish'];

/**
 * Finds the shells that the tests of completion run, and installs with apt those that are missing. Elsewhere
 * these tests are skipped, and say so: nothing else needs them.
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
