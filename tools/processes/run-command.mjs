import { startGroup } from './child-group.mjs';

/**
 * Runs a program to its end and keeps what it prints, both streams in one.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, onLine?: (line: string) => void }} [options] `onLine` sees
 * the last line of each piece of output
 * @returns {Promise<{ problem: string | undefined, output: string }>} `problem` says how it failed
 */
export async function runCommand(command, args, { cwd, env, onLine } = {}) {
  const { child, ended } = startGroup(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const pieces = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece) => {
      pieces.push(piece);
      const line = onLine && piece.trimEnd().split('\n').at(-1).trim();
      if (line) onLine(line);
    });
  }
  const closed = new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  const problem = await ended;
  await closed;
  return { problem, output: pieces.join('') };
}
