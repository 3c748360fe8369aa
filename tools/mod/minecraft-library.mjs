import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { guardAgainstOrphan } from '../processes/orphan-guard.cjs';

const NAME = 'minecraft-protocol';
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
 * @param {(line: string) => void} say
 * @throws {Error} with the reason for the failure
 */
export async function fetchMinecraftLibrary(say) {
  if (findLibrary() !== undefined) return;
  const target = downloadFolder();
  say(`Downloading ${NAME} ${pinnedVersion()} once: about 450 MB on disk, in ${target}`);
  mkdirSync(join(target, '..'), { recursive: true });
  const unfinished = mkdtempSync(`${target}-`);
  try {
    copyFileSync(join(HERE, 'package.json'), join(unfinished, 'package.json'));
    await install(unfinished);
    // Another process may have finished first.
    if (!existsSync(target)) renameSync(unfinished, target);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/**
 * Installs with npm, which prints its progress and its errors. If this process ends first, as on Ctrl-C, npm
 * is killed and the folder removed, except on Windows.
 */
async function install(folder) {
  const options = ['--prefix', folder, '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  const isWindows = process.platform === 'win32';
  const child = spawn('npm', ['install', ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: isWindows,
    // A process group of its own, which the guard kills.
    detached: !isWindows,
  });
  const closed = once(child, 'close');
  const release = isWindows || child.pid === undefined ? () => {} : guardAgainstOrphan(-child.pid, folder);
  const [code] = await closed.finally(release);
  if (code !== 0) throw new Error(`${NAME} could not be downloaded: npm ended with exit code ${code}`);
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
