import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NAME = 'minecraft-protocol';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const HERE = fileURLToPath(new URL('.', import.meta.url));

/**
 * Loads the Minecraft protocol library and its data, from the package next to this file or from the folder of
 * {@link fetchMinecraftLibrary}.
 * @returns {{ protocol: any, dataOf: (version: string | number) => any }}
 * @throws {Error} with the command that installs it
 */
export function loadMinecraftLibrary() {
  const path = findLibrary();
  if (path === undefined) throw new Error(`${NAME} is not installed: npm ci --prefix tools/mod`);
  return { protocol: createRequire(path)(path), dataOf: createRequire(path)('minecraft-data') };
}

/**
 * Downloads the library once, for packages that do not include it, with npm from the registry that the user
 * has configured.
 * @param {(line: string) => void} printLine
 * @throws {Error} with the reason for the failure
 */
export async function fetchMinecraftLibrary(printLine) {
  if (findLibrary() !== undefined) return;
  const target = downloadFolder();
  printLine(`Downloading ${NAME} ${pinnedVersion()} once: about 450 MB on disk, in ${target}`);
  mkdirSync(join(target, '..'), { recursive: true });
  const unfinished = mkdtempSync(`${target}-`);
  let signal;
  try {
    copyFileSync(join(HERE, 'package.json'), join(unfinished, 'package.json'));
    signal = await install(unfinished);
    // Another process may have finished first.
    if (signal === undefined && !existsSync(target)) renameSync(unfinished, target);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  // Ends this process as the signal would have without the removal.
  if (signal !== undefined) process.kill(process.pid, signal);
}

/**
 * Installs with npm, which prints its progress and its errors.
 * @returns {Promise<NodeJS.Signals | undefined>} the signal that this process received meanwhile, which kills
 * npm
 */
async function install(folder) {
  const options = ['--prefix', folder, '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  let received;
  let child;
  const interrupt = (signal) => {
    received = signal;
    child?.kill('SIGKILL');
  };
  // Before npm starts, so that no signal ends this process without the removal.
  for (const signal of SIGNALS) process.once(signal, interrupt);
  child = spawn('npm', ['install', ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  const [code] = await once(child, 'close').finally(() => {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  });
  if (received === undefined && code !== 0)
    throw new Error(`${NAME} could not be downloaded: npm ended with exit code ${code}`);
  return received;
}

/** @returns {string | undefined} its main file */
function findLibrary() {
  return findLibraryIn(HERE) ?? findLibraryIn(downloadFolder());
}

function findLibraryIn(folder) {
  try {
    return createRequire(join(folder, 'package.json')).resolve(NAME);
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    return undefined;
  }
}

function downloadFolder() {
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return join(cache, 'feature-control', `${NAME}-${pinnedVersion()}`);
}

function pinnedVersion() {
  return JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')).dependencies[NAME];
}
