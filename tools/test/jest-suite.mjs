import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startProgram } from '../processes/program.mjs';
import { ExplainedError } from '../terminal/explained-error.mjs';
import { DEV_DIRECTORY, fromRoot, ROOT } from '../files/paths.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const ENDED_BY_SIGNAL = 130;

/**
 * Runs Jest; Ctrl-C ends it with all its child processes.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {'inherit' | 'ignore'} [output] handling of its standard output
 * @returns {Promise<string | undefined>} the problem, or undefined on success
 */
export async function runJest(args, env, output = 'inherit') {
  const program = startProgram({
    command: process.execPath,
    args: [fromRoot('node_modules', 'jest', 'bin', 'jest.js'), ...args],
    cwd: ROOT,
    env,
    stdio: ['ignore', output, 'inherit'],
  });
  const end = () => {
    process.exitCode = ENDED_BY_SIGNAL;
    void program.stop();
  };
  for (const signal of SIGNALS) process.on(signal, end);
  try {
    return await program.ended;
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
  }
}

/**
 * Runs one test suite in a longer form than `npm test` does; its environment sets the length. Its output is
 * shown.
 * @param {string} suite the path of its test, from the root
 * @param {{ env: NodeJS.ProcessEnv, reportVariable: string }} options `reportVariable`: the environment
 * variable that names the file for its figures
 * @returns {Promise<{ problem: string | undefined, figures: any }>} `problem` describes a failure; `figures`
 * is undefined if the suite wrote none
 */
export async function runJestSuite(suite, { env, reportVariable }) {
  mkdirSync(DEV_DIRECTORY, { recursive: true });
  const report = join(DEV_DIRECTORY, `${reportVariable.toLowerCase().replaceAll('_', '-')}.json`);
  rmSync(report, { force: true });
  const problem = await runJest([suite], { ...env, [reportVariable]: report });
  return { problem, figures: read(report) };
}

function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw new ExplainedError(`${report} cannot be read: ${error.message}`);
  }
}
