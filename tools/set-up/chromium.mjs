import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ExplainedError } from '../terminal/explained-error.mjs';
import { findOnPath } from './find-on-path.mjs';
import { findPackageSource, runPackageCommand } from './system-packages.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** Homebrew has no Chromium that macOS lets run. */
const PACKAGES = { apt: 'chromium', brew: 'google-chrome' };
const MISSING = 'no Chromium: install Chromium or Google Chrome, or let FC_CHROMIUM name one';
/** The wrapper scripts of distributions may take a while at their first start. */
const VERSION_TIMEOUT_MS = 20_000;

/**
 * Finds a Chromium, or a browser made from it, without installing anything: `FC_CHROMIUM`, then those on the
 * path, then macOS's applications.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {{ path: string, version: string } | undefined}
 */
export function findChromium(env = process.env) {
  const candidates = [env['FC_CHROMIUM'], ...NAMES.map((name) => findOnPath(name, env)), ...APPLICATIONS];
  for (const path of candidates.filter((candidate) => candidate && existsSync(candidate))) {
    const version = versionOf(path);
    if (version !== undefined) return { path, version };
  }
  return undefined;
}

/**
 * Finds a Chromium for the tests in a browser, and installs one where there is none.
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @returns {Promise<{ path: string, version: string }>}
 * @throws {ExplainedError} saying what to install, where we cannot
 */
export async function provideChromium(progress) {
  const found = findChromium();
  if (found !== undefined) return found;
  const source = findPackageSource();
  if (source === undefined) throw new ExplainedError(MISSING);
  if (source.refresh) await progress.step('package lists', (note) => runPackageCommand(source.refresh, note));
  const name = PACKAGES[source.name];
  if (!source.offers(name)) throw new ExplainedError(MISSING);
  await progress.step(
    name,
    (note) => runPackageCommand(source.install([name]), note),
    () => `from ${source.name}`,
  );
  const installed = findChromium();
  if (installed === undefined) throw new ExplainedError(`${MISSING}; the package ${name} has brought none`);
  return installed;
}

/**
 * @returns {string | undefined} such as `156.0.8078.79`, or nothing when the program does not run, as one
 * that only says how to install it
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
