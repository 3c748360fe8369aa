import { findOnPath } from './find-on-path.mjs';
import { findPackageSource, runPackageCommand } from './system-packages.mjs';

/** Shells for which the command line has completion, beside bash; packages have the same names. */
const SHELLS = ['zsh', 'fish'];

/**
 * Finds the shells that the tests of completion run, and installs with apt those that are missing. Elsewhere
 * these tests are skipped, and say so: nothing else needs them.
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @returns {Promise<{ found: string[], missing: string[] }>} their names
 */
export async function provideShells(progress) {
  const source = findPackageSource();
  if (source?.name === 'apt' && missingShells().length > 0) await install(progress, source).catch(() => {});
  const missing = missingShells();
  return { found: SHELLS.filter((name) => !missing.includes(name)), missing };
}

function missingShells() {
  return SHELLS.filter((name) => findOnPath(name) === undefined);
}

async function install(progress, source) {
  await progress.step('package lists', (note) => runPackageCommand(source.refresh, note));
  const offered = missingShells().filter(source.offers);
  if (offered.length === 0) return;
  await progress.step(offered.join(', '), (note) => runPackageCommand(source.install(offered), note));
}
