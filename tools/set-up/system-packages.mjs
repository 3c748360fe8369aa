import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { ExplainedError } from '../terminal/explained-error.mjs';
import { findOnPath } from './find-on-path.mjs';

const APT_OPTIONS = ['-q', '-o', 'DPkg::Lock::Timeout=120', '-o', 'Acquire::Retries=3'];

/**
 * Finds the package manager of this machine.
 * @returns {{ name: 'apt' | 'brew', refresh: string[] | undefined, install: (packages: string[]) => string[],
 * download: ((name: string) => string[]) | undefined, offers: (name: string) => boolean,
 * mayPrompt?: boolean } | undefined} commands for `runPackageCommand`; `download`, only with apt, saves the
 * package in the working directory; `mayPrompt`: whether sudo may prompt for a password.
 * Undefined if there is no supported package manager, or no permission to use it
 */
export function findPackageSource() {
  const isRoot = process.getuid?.() === 0;
  const interactive = process.stdin.isTTY === true;
  const apt = findOnPath('apt-get');
  const sudo = findOnPath('sudo');
  if (apt !== undefined && (isRoot || sudo !== undefined)) {
    const asRoot = isRoot ? [] : [sudo, ...(interactive ? [] : ['-n'])];
    const aptGet = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', apt, ...APT_OPTIONS];
    return {
      name: 'apt',
      refresh: [...aptGet, 'update'],
      install: (packages) => [...aptGet, 'install', '-y', '--no-install-recommends', ...packages],
      download: (name) => [apt, ...APT_OPTIONS, 'download', name],
      offers: (name) => spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0,
      mayPrompt: !isRoot && interactive,
    };
  }
  const brew = findOnPath('brew');
  if (brew === undefined) return undefined;
  const install = (packages) => [brew, 'install', '--quiet', ...packages];
  return { name: 'brew', refresh: undefined, install, download: undefined, offers: () => true };
}

let refreshing;

/**
 * Downloads the lists of available packages, at most once per process.
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @param {{ refresh: string[] | undefined }} source from `findPackageSource`
 * @throws {ExplainedError} as `runPackageCommand`
 */
export async function refreshPackageLists(progress, { refresh }) {
  if (refresh === undefined) return;
  refreshing ??= progress.step('package lists', (note) => runPackageCommand(refresh, note));
  await refreshing;
}

/**
 * Runs a command of a package manager. It stays in this process group, so that sudo can prompt on the
 * terminal and Ctrl-C ends it as usual.
 * @param {string[]} command
 * @param {(line: string) => void} onLine called with its output
 * @param {string} [cwd] the working directory
 * @throws {ExplainedError} with the end of its output
 */
export async function runPackageCommand([program, ...args], onLine, cwd) {
  const child = spawn(program, args, { stdio: ['inherit', 'pipe', 'pipe'], cwd });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output = (output + chunk).slice(-4000);
      onLine(chunk.trim().split('\n').at(-1));
    });
  }
  const [code] = await once(child, 'close');
  if (code !== 0) throw new ExplainedError(`\`${[program, ...args].join(' ')}\` failed:\n${output.trim()}`);
}

/**
 * Finds a program, and installs one group of packages after the other until it is there. @template T
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @param {{ find: () => T | undefined, packages: { apt: string[][], brew: string[][] }, missing: string }}
 * program `missing`: the message of the error
 * @returns {Promise<T>} what `find` returned
 * @throws {ExplainedError} if it cannot be installed here
 */
export async function provideProgram(progress, { find, packages, missing }) {
  const found = find();
  if (found !== undefined) return found;
  const source = findPackageSource();
  if (source === undefined) throw new ExplainedError(missing);
  await refreshPackageLists(progress, source);
  for (const names of packages[source.name].filter((each) => each.every(source.offers))) {
    await progress.step(
      names.join(', '),
      (note) => runPackageCommand(source.install(names), note),
      () => `from ${source.name}`,
    );
    const installed = find();
    if (installed !== undefined) return installed;
  }
  throw new ExplainedError(missing);
}

/**
 * Installs a package if apt offers it. Without apt, or on failure, it stays missing: only for optional
 * packages.
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @param {string} name
 */
export async function installWhereApt(progress, name) {
  const source = findPackageSource();
  if (source?.name !== 'apt') return;
  try {
    await refreshPackageLists(progress, source);
    if (source.offers(name))
      await progress.step(name, (note) => runPackageCommand(source.install([name]), note));
  } catch {
    // The step has reported it.
  }
}
