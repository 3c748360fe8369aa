import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../processes/program.mjs';
import { ExplainedError } from '../terminal/explained-error.mjs';

/**
 * Settings of npm that a user may have given as environment variables because of the network, and that npm
 * therefore has to keep.
 */
const NETWORK_SETTINGS =
  /^npm_config_(?:registry|cache|cafile|ca|strict_ssl|proxy|https_proxy|noproxy|userconfig|globalconfig|fetch_\w+)$/;

/** The folder with the packages of real Minecraft clients, relative to the root. They take 450 MB. */
export const MINECRAFT_FOLDER = 'tools/mod';
/** The packages that only suites of a release use. */
export const WEB_TOOLS_FOLDER = 'test/web-tools';

/**
 * Compares the installed packages, from npm's own record in `node_modules`, with the lock file.
 * @param {string} directory with a `package-lock.json`
 * @returns {boolean} whether every package is installed in its version; packages for other platforms do not
 * count
 */
export function packagesAreInstalled(directory) {
  const record = join(directory, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = readPackages(record);
  const required = Object.entries(readPackages(join(directory, 'package-lock.json')));
  return required.every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  );
}

/**
 * Installs exactly the packages of the lock file, those for development too, whatever NODE_ENV is.
 * @param {string} directory
 * @param {(line: string) => void} [onLine] called with npm's output
 * @throws {ExplainedError} with npm's output
 */
export async function installPackages(directory, onLine) {
  await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], directory, onLine);
}

/**
 * Runs npm: the one that started this process, if any.
 * @param {string[]} args
 * @param {string} directory
 * @param {(line: string) => void} [onLine] called with npm's output
 * @returns {Promise<string>} its standard output
 * @throws {ExplainedError} with npm's output
 */
export async function runNpm(args, directory, onLine) {
  const npm = process.env['npm_execpath'];
  const [command, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  // npm would otherwise apply the settings of the `npm start` that may have started this process.
  const isKept = ([name]) => !name.startsWith('npm_') || NETWORK_SETTINGS.test(name);
  const env = Object.fromEntries(Object.entries(process.env).filter(isKept));
  const { problem, output, stdout } = await runProgram(command, [...first, ...args], {
    cwd: directory,
    env,
    onLine,
  });
  if (problem !== undefined)
    throw new ExplainedError(`npm ${args[0]} in ${directory} ${problem}:\n${output.trim()}`);
  return stdout;
}

function readPackages(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}
