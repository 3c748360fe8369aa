import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { startGroup } from './child-group.mjs';
import { ExplainedError } from '../terminal/explained-error.mjs';

const POLL_MS = 50;
const MAX_KEPT_LINES = 40;

/**
 * @typedef {object} ServiceSpec
 * @property {string} name shown to the user
 * @property {string} command
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [cwd]
 * @property {(line: string) => unknown} [isReadyLine] truthy if a printed line means that the program is
 * ready
 * @property {() => Promise<boolean>} [isReady] alternative to `isReadyLine`: polled until it resolves to true
 * @property {number} timeoutMs time until it must be ready, in milliseconds
 * @property {number} graceMs time until it must end, in milliseconds
 * @property {boolean} [quiet] shows its lines only if it does not start
 * @property {boolean} [readsConsole] opens its standard input for `write`
 * @property {(line: string) => void} [onLine] called with each printed line
 */

/**
 * Starts a long-running program.
 * @param {ServiceSpec} spec
 * @returns {{ pid: number | undefined, ready: Promise<unknown>, ended: Promise<string | undefined>, stop: ()
 * => Promise<void>, kill: () => void, write: (line: string) => void }} `ready` resolves to the value of
 * `isReadyLine`, or is rejected with an ExplainedError; `ended` resolves to the problem, or to undefined
 * after exit code 0
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
  onLine = () => {},
}) {
  const input = readsConsole ? 'pipe' : 'ignore';
  const group = startGroup(command, args, { env, cwd, stdio: [input, 'pipe', 'pipe'] });
  // The program may end while the user types a line.
  group.child.stdin?.on('error', () => {});
  const lines = [];
  let reportReady;
  const readyLine = new Promise((resolve) => (reportReady = resolve));
  for (const stream of [group.child.stdout, group.child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (lines.push(line) > MAX_KEPT_LINES) lines.shift();
      if (!quiet) onLine(line);
      const value = isReadyLine?.(line);
      if (value) reportReady(value);
    });
  }

  async function waitUntilReady() {
    const over = new AbortController();
    const end = group.ended.then((how) => {
      throw new ExplainedError(
        `the ${name} ${how ?? 'ended before it was ready'}${quiet ? `:\n${lines.join('\n')}` : ''}`,
      );
    });
    const poll = async () => {
      while (!over.signal.aborted && !(await isReady())) await delay(POLL_MS);
    };
    const late = delay(timeoutMs, undefined, { signal: over.signal }).then(() => {
      throw new ExplainedError(`the ${name} is not ready after ${timeoutMs / 1000} s`);
    });
    try {
      return await Promise.race([end, late, isReady === undefined ? readyLine : poll()]);
    } finally {
      for (const unawaited of [end, late]) unawaited.catch(() => {});
      over.abort();
    }
  }
  const ready = waitUntilReady();
  // Callers that await `ready` get the error. Without a caller, it must not become an unhandled rejection.
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
