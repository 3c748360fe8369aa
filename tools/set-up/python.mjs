import { execFileSync } from 'node:child_process';
import { findOnPath } from './find-on-path.mjs';
import { provideProgram } from './system-packages.mjs';

const NAMES = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11'];
/** Paths of the distributions' own Python, even if another one comes first on the path. */
const PLACES = ['/usr/bin/python3', '/opt/homebrew/bin/python3', '/usr/local/bin/python3'];
/** Exits with 0 if this Python is recent enough and can create virtual environments with pip. */
const CHECK = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))';
const MIN_VERSION = '3.11';
/** Packages to install, one group after the other, until a suitable Python is found. */
const PACKAGES = {
  apt: [['python3', 'python3-venv'], [`python${MIN_VERSION}-venv`]],
  brew: [['python@3.13']],
};
const MISSING = `no Python: install Python ${MIN_VERSION} or later, with venv`;

/** @returns {string | undefined} the path of a Python 3.11 or later that can create virtual environments */
function findPython() {
  const candidates = [...NAMES.map((name) => findOnPath(name)), ...PLACES];
  return candidates.find((path) => path && isSuitable(path));
}

/**
 * Finds a Python that can create virtual environments, and installs one if there is none.
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @returns {Promise<string>} its path
 * @throws {ExplainedError} naming the package to install, if it cannot be installed here
 */
export async function providePython(progress) {
  return await provideProgram(progress, { find: findPython, packages: PACKAGES, missing: MISSING });
}

function isSuitable(path) {
  try {
    execFileSync(path, ['-c', CHECK], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
