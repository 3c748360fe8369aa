import { join } from 'node:path';
import { DEV_DIRECTORY } from '../files/paths.mjs';
import { runProgram } from '../processes/program.mjs';
import { findOnPath, isExecutableFile } from './find-on-path.mjs';

const VERSION = 'v1.7.12';
const FOLDER = join(DEV_DIRECTORY, 'actionlint', VERSION);

/** @returns {string | undefined} the path of the linter of workflows: `FC_ACTIONLINT`, or the built one */
export function findActionlint() {
  const candidates = [process.env['FC_ACTIONLINT'], join(FOLDER, 'actionlint')];
  return candidates.find((path) => path && isExecutableFile(path));
}

/**
 * Builds actionlint if Go is installed; Go verifies the sources. On failure, it stays missing.
 * @param {import('../terminal/progress.mjs').Progress} progress
 */
export async function buildActionlint(progress) {
  const go = findOnPath('go');
  if (go === undefined) return;
  const args = ['install', `github.com/rhysd/actionlint/cmd/actionlint@${VERSION}`];
  const env = { ...process.env, GOBIN: FOLDER };
  const describe = ({ problem = '' }) => problem;
  const isGood = ({ problem }) => problem === undefined;
  await progress.step('actionlint', (onLine) => runProgram(go, args, { env, onLine }), describe, isGood);
}
