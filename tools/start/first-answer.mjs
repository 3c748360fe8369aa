import { fromRoot, ROOT } from '../files/paths.mjs';
import { runProgram } from '../processes/program.mjs';

/** Deadline for an answer of any kind, in seconds. */
const ANSWER_TIMEOUT_S = 60;
/**
 * Time to wait for a successful answer, in milliseconds: a proxy that is not connected to Redis yet answers
 * with an error.
 */
const SUCCESS_TIMEOUT_MS = 15_000;

/**
 * Sends the request of a mod until the plugin answers it, because the script engine needs longer to start
 * than the proxy: users who read that everything runs can then send requests. An error is reported but does
 * not stop the start, as it may only mean that Redis is not running yet.
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @param {{ port: number, env: NodeJS.ProcessEnv }} proxy
 */
export async function waitForFirstAnswer(progress, { port, env }) {
  async function requestUntilSuccess() {
    const deadline = performance.now() + SUCCESS_TIMEOUT_MS;
    for (;;) {
      const problem = await ask(port, env);
      if (problem === undefined || performance.now() > deadline) return problem;
    }
  }
  const describe = (problem) => problem ?? 'a mod gets answers';
  await progress.step('plugin', requestUntilSuccess, describe, (problem) => problem === undefined);
}

/** @returns {Promise<string | undefined>} the problem, in one line */
async function ask(port, env) {
  const question = ['--client', 'npm-start', '--features', 'ready'];
  const proxy = ['--port', String(port), '--namespace', env['FC_CHANNEL_NAMESPACE'] || 'service'];
  const args = [
    fromRoot('tools', 'check', 'check.mjs'),
    ...question,
    ...proxy,
    '--timeout',
    String(ANSWER_TIMEOUT_S),
  ];
  const { problem, output } = await runProgram(process.execPath, args, { cwd: ROOT, env });
  return problem === undefined ? undefined : output.trim().split('\n').at(-1);
}
