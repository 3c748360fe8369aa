import { join } from 'node:path';
import { DEV_DIRECTORY } from '../files/paths.mjs';
import { runProgram } from '../processes/program.mjs';
import { ExplainedError } from '../terminal/explained-error.mjs';
import { findOnPath, isExecutableFile } from './find-on-path.mjs';

const VERSION = 'v1.7.12';
const FOLDER = join(DEV_DIRECTORY, 'actionlint', VERSION);

/** @returns {string | undefined} the path of the linter of workflows: `FC_ACTIONLINT`, or the built one */
export function findActionlint() {
  const candidates = [process.env['FC_ACTIONLINT'], join(FOLDER, 'actionlint')];
  return candidates.find((path) => path && isExecutableFile(path));
}

/**
 * Finds actionlint, and builds it if Go is installed; Go verifies the source. Otherwise the test of the
 * workflows is skipped with a message; nothing else needs it.
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @returns {Promise<string | undefined>} its path
 */
export async function provideActionlint(progress) {
  const go = findOnPath('go');
  if (findActionlint() !== undefined || go === undefined) return findActionlint();
  const build = async (onLine) => {
    const args = ['install', `github.com/rhysd/actionlint/cmd/actionlint@${VERSION}`];
    const { problem, output } = await runProgram(go, args, {
      env: { ...process.env, GOBIN: FOLDER },
      onLine,
    });
    if (problem !== undefined) throw new ExplainedError(`go install ${problem}:\n${output.trim()}`);
  };
  // The step reports a failure.
  await progress.step('actionlint', build).catch(() => {});
  return findActionlint();
}
