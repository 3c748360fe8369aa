import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startProgram } from '../../processes/program.mjs';
import { ExplainedError } from '../../terminal/explained-error.mjs';
import { DEV_DIRECTORY, fromRoot, ROOT } from '../../files/paths.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const ENDED_BY_SIGNAL = 130;

/**
 * Runs one test suite that measures something, and shows its output; Ctrl-C ends it with all its child
 * processes.
 * @param {string} suite the path of its test, from the root
 * @param {{ env: NodeJS.ProcessEnv, reportVariable: string }} options `reportVariable`: the environment
 * variable that names the file for its figures
 * @returns {Promise<any>} the figures
 * @throws {ExplainedError} if the suite fails
 */
export async function measureBySuite(suite, { env, reportVariable }) {
  mkdirSync(DEV_DIRECTORY, { recursive: true });
  const report = join(DEV_DIRECTORY, `${reportVariable.toLowerCase().replaceAll('_', '-')}.json`);
  rmSync(report, { force: true });
  const program = startProgram({
    command: process.execPath,
    args: [fromRoot('node_modules', 'jest', 'bin', 'jest.js'), suite],
    cwd: ROOT,
    env: { ...env, [reportVariable]: report },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const end = () => {
    process.exitCode = ENDED_BY_SIGNAL;
    void program.stop();
  };
  for (const signal of SIGNALS) process.on(signal, end);
  const problem = await program.ended;
  for (const signal of SIGNALS) process.off(signal, end);
  if (problem !== undefined) throw new ExplainedError(`${suite} ${problem}`);
  return JSON.parse(readFileSync(report, 'utf8'));
}
