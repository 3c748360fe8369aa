import { startGroup } from './child-group.mjs';

/**
 * Runs a program until it ends, and returns its output: standard output and standard error, interleaved.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, onLine?: (line: string) => void }} [options] `onLine` is
 * called with the last line of each chunk of output
 * @returns {Promise<{ problem: string | undefined, output: string }>} `problem` describes a failure
 */
export async function runCommand(command, args, { cwd, env, onLine } = {}) {
  const { child, ended } = startGroup(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      chunks.push(chunk);
      const line = onLine && chunk.trimEnd().split('\n').at(-1).trim();
      if (line) onLine(line);
    });
  }
  const closed = new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  const problem = await ended;
  await closed;
  return { problem, output: chunks.join('') };
}
