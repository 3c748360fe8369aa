import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findOnPath } from './find-on-path.mjs';
import { findPackageSource, installWhereApt, provideProgram } from './system-packages.mjs';

/** Its program and its package. Without windows, it needs a third of the CPU time of Chromium. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const NAMES = [HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** In the order in which they are tried. Homebrew's Chromium is not allowed to run by macOS. */
const PACKAGES = { apt: [[HEADLESS_SHELL], ['chromium']], brew: [['google-chrome']] };
const MISSING = 'no Chromium: install Chromium or Google Chrome, or set FC_CHROMIUM to its path';
/**
 * Time limit of `--version`, in milliseconds: the wrapper scripts of distributions may be slow at their first
 * start.
 */
const VERSION_TIMEOUT_MS = 20_000;

/**
 * Finds Chromium or a browser based on it, without installing anything: `FC_CHROMIUM`, then those on the
 * path, then macOS's applications.
 * @returns {{ path: string, version: string } | undefined}
 */
export function findChromium() {
  const candidates = [process.env['FC_CHROMIUM'], ...NAMES.map((name) => findOnPath(name)), ...APPLICATIONS];
  for (const path of candidates.filter((candidate) => candidate && existsSync(candidate))) {
    const version = versionOf(path);
    if (version !== undefined) return { path, version };
  }
  return undefined;
}

/** @returns {boolean} false if there is none, or if the headless shell should be installed beside it */
export function hasBestChromium() {
  return findChromium() !== undefined && !isShellMissing();
}

/** Whether to install the headless shell. Nobody is prompted for a password only to save CPU time. */
function isShellMissing() {
  if (process.env['FC_CHROMIUM'] || findOnPath(HEADLESS_SHELL) !== undefined) return false;
  const source = findPackageSource();
  return source?.name === 'apt' && !source.mayPrompt && source.offers(HEADLESS_SHELL);
}

/**
 * Finds a Chromium for the browser tests, and installs one if there is none. Installs the headless shell even
 * beside another Chromium.
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @returns {Promise<{ path: string, version: string }>}
 * @throws {ExplainedError} naming the package to install, if it cannot be installed here
 */
export async function provideChromium(progress) {
  if (isShellMissing()) await installWhereApt(progress, HEADLESS_SHELL);
  return await provideProgram(progress, { find: findChromium, packages: PACKAGES, missing: MISSING });
}

/**
 * @returns {string | undefined} such as `156.0.8078.79`; undefined if the program does not run, for example
 * because it only prints how to install Chromium
 */
function versionOf(path) {
  try {
    const stdio = ['ignore', 'pipe', 'ignore'];
    const output = execFileSync(path, ['--version'], {
      encoding: 'utf8',
      stdio,
      timeout: VERSION_TIMEOUT_MS,
    });
    return /(\d+(?:\.\d+){3})/.exec(output)?.[1];
  } catch {
    return undefined;
  }
}
