import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DEV_DIRECTORY, fromRoot, ROOT } from '../../files/paths.mjs';
import { runNpm } from '../../set-up/npm-packages.mjs';

const FOLDER = join(DEV_DIRECTORY, 'command-line-package');

/**
 * Collects the package of the command line in a folder of its own: the files that `package.json` lists, at
 * the same paths, with the README of the command line in place of that of the repository.
 * @returns {Promise<string>} the folder
 */
export async function assembleCommandLine() {
  const { name, version, license, engines, bin } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
  rmSync(FOLDER, { recursive: true, force: true });
  const [{ files }] = JSON.parse(await runNpm(['pack', '--dry-run', '--json', '--ignore-scripts'], ROOT));
  for (const { path } of files) {
    mkdirSync(dirname(join(FOLDER, path)), { recursive: true });
    copyFileSync(fromRoot(path), join(FOLDER, path));
  }
  const readme = readFileSync(fromRoot('admin', 'README.md'), 'utf8').replaceAll('](../', '](');
  writeFileSync(join(FOLDER, 'README.md'), readme);
  const description = 'The command line and the admin’s server of feature-control';
  const manifest = { name, version, description, license, engines, bin };
  writeFileSync(join(FOLDER, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return FOLDER;
}
