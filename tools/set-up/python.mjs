import { execFileSync } from 'node:child_process';
import { ExplainedError } from '../terminal/explained-error.mjs';
import { findOnPath } from './find-on-path.mjs';
import { findPackageSource, runPackageCommand } from './system-packages.mjs';

const NAMES = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11'];
/** Where distributions put theirs, even where another comes before it on the path. */
const PLACES = ['/usr/bin/python3', '/opt/homebrew/bin/python3', '/usr/local/bin/python3'];
/** Succeeds where this Python is recent enough and can make virtual environments with pip in them. */
const CHECK = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))';
const OLDEST = '3.11';
/** What to install, one after the other, until there is one that will do. */
const PACKAGES = { apt: [['python3', 'python3-venv'], [`python${OLDEST}-venv`]], brew: [['python@3.13']] };
const MISSING = `no Python: install Python ${OLDEST} or later, with venv`;

/**
 * @param {{ env?: NodeJS.ProcessEnv, places?: string[] }} [where] `places`: where to look beside the path
 * @returns {string | undefined} the path of a Python 3.11 or later that can make virtual environments
 */
export function findPython({ env = process.env, places = PLACES } = {}) {
  return [...NAMES.map((name) => findOnPath(name, env)), ...places].find((path) => path && willDo(path, env));
}

/**
 * Finds a Python that can make virtual environments, and installs one where there is none.
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @param {string[]} [places] as for `findPython`
 * @returns {Promise<string>} its path
 * @throws {ExplainedError} saying what to install, where we cannot
 */
export async function providePython(progress, places = PLACES) {
  const found = findPython({ places });
  if (found !== undefined) return found;
  const source = findPackageSource();
  if (source === undefined) throw new ExplainedError(MISSING);
  if (source.refresh) await progress.step('package lists', (note) => runPackageCommand(source.refresh, note));
  for (const packages of PACKAGES[source.name].filter((names) => names.every(source.offers))) {
    await progress.step(
      packages.join(', '),
      (note) => runPackageCommand(source.install(packages), note),
      () => `from ${source.name}`,
    );
    const installed = findPython({ places });
    if (installed !== undefined) return installed;
  }
  throw new ExplainedError(MISSING);
}

function willDo(path, env) {
  try {
    execFileSync(path, ['-c', CHECK], { env, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
