import { fromRoot, ROOT } from './paths.mjs';
import { runCommand } from './run-command.mjs';

const PATIENCE_S = 60;

/**
 * Asks the plugin what a mod asks, so that whoever is told that everything runs gets an answer at once: the script engine starts beside the
 * proxy, and takes longer. An error is told and stops nothing: a Redis that is not there yet is a reason for one.
 * @param {import('./progress.mjs').Progress} progress
 * @param {{ port: number, env: NodeJS.ProcessEnv }} proxy
 */
export async function waitForFirstAnswer(progress, { port, env }) {
  const namespace = env['FC_CHANNEL_NAMESPACE'] || 'service';
  const options = [
    '--client',
    'npm-start',
    '--features',
    'ready',
    '--port',
    port,
    '--namespace',
    namespace,
    '--timeout',
    PATIENCE_S,
  ];
  async function ask() {
    const args = [fromRoot('tools', 'check.mjs'), ...options.map(String)];
    const { problem, output } = await runCommand(process.execPath, args, { cwd: ROOT, env });
    return problem === undefined ? undefined : output.trim().split('\n').at(-1);
  }
  const describe = (trouble) => trouble ?? 'a mod gets answers';
  await progress.step('plugin', ask, describe, (trouble) => trouble === undefined);
}
