import { fromRoot, ROOT } from '../files/paths.mjs';
import { runCommand } from '../processes/run-command.mjs';

/** For an answer of any kind. */
const ANSWER_TIMEOUT_S = 60;
/** For a good one: a proxy that has not reached Redis yet answers with an error. */
const ERROR_PATIENCE_MS = 15_000;

/**
 * Asks the plugin what a mod asks, so that the user who reads that everything runs gets an answer at once:
 * the script engine starts beside the proxy, and takes longer. An error is reported, and stops nothing:
 * a Redis that is not there yet is a reason for one.
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @param {{ port: number, env: NodeJS.ProcessEnv }} proxy
 */
export async function waitForFirstAnswer(progress, { port, env }) {
  async function askUntilGood() {
    const deadline = performance.now() + ERROR_PATIENCE_MS;
    for (;;) {
      const trouble = await ask(port, env);
      if (trouble === undefined || performance.now() > deadline) return trouble;
    }
  }
  const describe = (trouble) => trouble ?? 'a mod gets answers';
  await progress.step('plugin', askUntilGood, describe, (trouble) => trouble === undefined);
}

/** @returns {Promise<string | undefined>} what went wrong, in one line */
async function ask(port, env) {
  const question = ['--client', 'npm-start', '--features', 'ready'];
  const proxy = ['--port', String(port), '--namespace', env['FC_CHANNEL_NAMESPACE'] || 'service'];
  const args = [fromRoot('tools', 'check.mjs'), ...question, ...proxy, '--timeout', String(ANSWER_TIMEOUT_S)];
  const { problem, output } = await runCommand(process.execPath, args, { cwd: ROOT, env });
  return problem === undefined ? undefined : output.trim().split('\n').at(-1);
}
