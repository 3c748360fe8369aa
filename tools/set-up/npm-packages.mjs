import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExplainedError } from '../terminal/explained-error.mjs';
import { runCommand } from '../processes/run-command.mjs';

/** @returns {string[]} folders with a package.json and a lock file of their own, from the root */
export function packageFolders() {
  return ['.', 'tools/mod', 'test/web-tools'];
}

/**
 * Compares what is installed with what the lock file asks for, by npm's own record in `node_modules`.
 * @param {string} directory with a `package-lock.json`
 * @returns {boolean} whether every package is there in its version; packages for other platforms do not count
 */
export function packagesAreInstalled(directory) {
  const record = join(directory, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = readPackages(record);
  const wanted = Object.entries(readPackages(join(directory, 'package-lock.json')));
  return wanted.every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  );
}

/**
 * Installs exactly what the lock file says.
 * @param {string} directory
 * @param {(line: string) => void} [onLine] sees npm's output
 * @throws {ExplainedError}
 */
export async function installPackages(directory, onLine) {
  await runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], directory, onLine);
}

/**
 * Runs npm, the one that we were started by where we were.
 * @param {string[]} args
 * @param {string} directory
 * @param {(line: string) => void} [onLine] sees npm's output
 * @throws {ExplainedError}
 */
export async function runNpm(args, directory, onLine) {
  const npm = process.env['npm_execpath'];
  const [command, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  // Without this, npm would take the settings of the `npm start` that we may be part of for its own.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  const { problem, output } = await runCommand(command, [...first, ...args], {
    cwd: directory,
    env,
    onLine,
  });
  if (problem !== undefined)
    throw new ExplainedError(`npm ${args[0]} in ${directory} ${problem}:\n${output.trim()}`);
}

function readPackages(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}
