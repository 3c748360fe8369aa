import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DEV_DIRECTORY } from '../files/paths.mjs';
import { ExplainedError } from '../terminal/explained-error.mjs';
import { findOnPath, isExecutableFile } from './find-on-path.mjs';
import { findPackageSource, refreshPackageLists, runPackageCommand } from './system-packages.mjs';

/** Folders for administrators' programs, which are not on every user's path. */
const ADMIN_PATH = '/usr/sbin:/usr/local/sbin';

/**
 * Programs for the tests whose packages would start a service when installed. With apt they are only
 * downloaded and unpacked into `.dev/packages`, so that nothing is installed or started; Homebrew starts no
 * services. `packages`: apt's package names, in the order in which they are tried.
 */
const PROGRAMS = {
  nginx: { variable: 'FC_NGINX', packages: ['nginx', 'nginx-core', 'nginx-light'], brew: 'nginx' },
  promtool: { variable: 'FC_PROMTOOL', packages: ['prometheus'], brew: 'prometheus' },
};
const UNPACKED = join(DEV_DIRECTORY, 'packages');
const FOLDERS = [join('usr', 'sbin'), join('usr', 'bin')];

/**
 * Finds a program without installing anything: its environment variable, then the path, then what was
 * unpacked before.
 * @param {'nginx' | 'promtool'} name
 * @returns {string | undefined} its path
 */
export function findPackagedProgram(name) {
  const { variable, packages } = PROGRAMS[name];
  const unpacked = packages.flatMap((each) => FOLDERS.map((folder) => join(UNPACKED, each, folder, name)));
  const onPath = findOnPath(name) ?? findOnPath(name, { PATH: ADMIN_PATH });
  return [process.env[variable], onPath, ...unpacked].find((path) => path && isExecutableFile(path));
}

/**
 * Installs or unpacks a program.
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @param {'nginx' | 'promtool'} name
 * @throws {ExplainedError} naming the package to install, if it cannot be installed here
 */
export async function installPackagedProgram(progress, name) {
  const { variable, packages, brew } = PROGRAMS[name];
  const missing = `no ${name}: install ${brew}, or set ${variable} to its path`;
  const source = findPackageSource();
  if (source === undefined) throw new ExplainedError(missing);
  await refreshPackageLists(progress, source);
  const fetch = async (note) => {
    if (source.download === undefined) await runPackageCommand(source.install([brew]), note);
    else await unpackFirst(name, packages.filter(source.offers), { source, note });
  };
  await progress.step(name, fetch, () => `from ${source.name}`);
  if (findPackagedProgram(name) === undefined) throw new ExplainedError(missing);
}

/**
 * Unpacks the packages until one contains the program: in some distributions a package only depends on the
 * one with the program.
 */
async function unpackFirst(name, packages, { source, note }) {
  for (const each of packages) {
    const folder = join(UNPACKED, each);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await runPackageCommand(source.download(each), note, folder);
    const file = readdirSync(folder).find((entry) => entry.endsWith('.deb'));
    await runPackageCommand(['dpkg-deb', '--extract', join(folder, file), folder], note);
    rmSync(join(folder, file));
    if (findPackagedProgram(name) !== undefined) return;
  }
}
