import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { startGroup } from './child-group.mjs';
import { ExplainedError } from '../terminal/explained-error.mjs';

const POLL_MS = 50;
const KEPT_LINES = 40;

/**
 * @typedef {object} ServiceSpec
 * @property {string} name what the user calls it
 * @property {string} command
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [cwd]
 * @property {(line: string) => boolean} [isReadyLine] tells by what it prints that it is ready, or
 * @property {() => Promise<boolean>} [isReady] by asking it now and then
 * @property {number} timeoutMs how long it may take to be ready, in milliseconds
 * @property {number} graceMs how long it may take to end, in milliseconds
 * @property {boolean} [quiet] shows its lines only when it does not start
 * @property {boolean} [readsConsole] takes lines on its standard input, see `write`
 * @property {(line: string) => void} onLine sees each line that it prints
 */

/**
 * Starts a program that stays.
 * @param {ServiceSpec} spec
 * @returns {{ pid: number | undefined, ready: Promise<void>, ended: Promise<string | undefined>, stop: () =>
 * Promise<void>, kill: () => void, write: (line: string) => void }} `ready` is rejected with an
 * ExplainedError; `ended` says how it ended, and nothing when it ended well
 */
export function startService({
  name,
  command,
  args,
  env,
  cwd,
  isReadyLine,
  isReady,
  timeoutMs,
  graceMs,
  quiet = false,
  readsConsole = false,
  onLine,
}) {
  const input = readsConsole ? 'pipe' : 'ignore';
  const group = startGroup(command, args, { env, cwd, stdio: [input, 'pipe', 'pipe'] });
  // It may end between two lines that are typed.
  group.child.stdin?.on('error', () => {});
  const lines = [];
  let sawReadyLine = false;
  for (const stream of [group.child.stdout, group.child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      sawReadyLine ||= isReadyLine?.(line) === true;
      if (lines.push(line) > KEPT_LINES) lines.shift();
      if (!quiet) onLine(line);
    });
  }

  async function waitUntilReady() {
    const deadline = performance.now() + timeoutMs;
    let ended = false;
    const end = group.ended.then((how) => {
      ended = true;
      throw new ExplainedError(
        `the ${name} ${how ?? 'ended at once'}${quiet ? `:\n${lines.join('\n')}` : ''}`,
      );
    });
    const poll = async () => {
      while (!ended && !(isReady === undefined ? sawReadyLine : await isReady())) {
        if (performance.now() > deadline)
          throw new ExplainedError(`the ${name} is not ready after ${timeoutMs / 1000} s`);
        await delay(POLL_MS);
      }
    };
    await Promise.race([end, poll()]);
  }

  const ready = waitUntilReady();
  // The error goes to the one that awaits it; that nobody does is no error of its own.
  ready.catch(() => {});
  return {
    pid: group.child.pid,
    ready,
    ended: group.ended,
    stop: () => group.end(graceMs),
    kill: group.kill,
    write: (line) => group.child.stdin?.write(`${line}\n`),
  };
}
