import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { ExplainedError } from '../terminal/explained-error.mjs';

const POLL_MS = 20;
/** Time that the other processes of a group may run after its leader has ended, in milliseconds. */
const STRAGGLER_MS = 500;
const MAX_KEPT_LINES = 5000;
const SHOWN_LINES = 40;

/**
 * Waits for the end of its input, which closes when the parent process ends, then kills the process group and
 * removes the directory. POSIX has no `kill -KILL -- -1`, which dash refuses.
 */
const GUARD = 'cat >/dev/null; kill -s KILL -- "-$1" 2>/dev/null; [ -z "$2" ] || rm -rf "$2"';

/**
 * @typedef {object} ProgramSpec
 * @property {string} command
 * @property {readonly string[]} [args]
 * @property {string} [name] shown to the user, by default the command
 * @property {NodeJS.ProcessEnv | undefined} [env] the complete environment, by default that of this process
 * @property {string | undefined} [cwd]
 * @property {import('node:child_process').StdioOptions} [stdio] by default without input, and with output
 * that is read line by line
 * @property {(line: string) => unknown} [isReadyLine] truthy if a printed line means that the program is
 * ready
 * @property {() => Promise<boolean>} [isReady] alternative to `isReadyLine`: polled until it resolves to true
 * @property {number} [timeoutMs] time until it must be ready, in milliseconds; a minute by default
 * @property {number} [graceMs] time until it must end after SIGTERM, in milliseconds; 5 seconds by default
 * @property {string} [directory] removed if this process is killed
 * @property {((line: string) => void) | undefined} [onLine] called with each printed line; without it, the
 * error of a program that does not start contains its last lines
 *
 * @typedef {object} Program
 * @property {import('node:child_process').ChildProcess} child
 * @property {number | undefined} pid
 * @property {readonly string[]} lines the first 5000 lines of its output, complete when it has ended
 * @property {Promise<any>} ready resolves to the value of `isReadyLine`, or is rejected with an
 * ExplainedError
 * @property {Promise<string | undefined>} ended resolves to the problem, or to undefined after exit code 0,
 * when every process of the group has ended
 * @property {(signal?: NodeJS.Signals) => Promise<void>} stop sends a signal (SIGTERM) to the group, and
 * SIGKILL after `graceMs`
 * @property {() => Promise<void>} kill sends SIGKILL to the group
 */

/**
 * Starts a program as the leader of its own process group. Ctrl-C in the terminal does not reach it, so the
 * caller decides when it ends, and all its child processes end with it. The group is also killed when this
 * process is killed.
 * @param {ProgramSpec} spec
 * @returns {Program}
 */
export function startProgram(spec) {
  const { command, args = [], env, cwd, stdio = ['ignore', 'pipe', 'pipe'], graceMs = 5000 } = spec;
  const child = spawn(command, args, { env, cwd, stdio, detached: true });
  // The program may end while something is written to it.
  child.stdin?.on('error', () => {});
  const release = child.pid === undefined ? () => {} : guardAgainstOrphan(child.pid, spec.directory);
  const lines = [];
  let reportReady;
  const readyLine = new Promise((resolve) => (reportReady = resolve));
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      if (lines.length < MAX_KEPT_LINES) lines.push(line);
      spec.onLine?.(line);
      const value = spec.isReadyLine?.(line);
      if (value) reportReady(value);
    });
  }
  const ended = waitForEnd(child, command).finally(release);
  const ready = waitUntilReady(spec, { ended, readyLine, lines });
  // Callers that await `ready` get the error. Without a caller, it must not become an unhandled rejection.
  ready.catch(() => {});

  async function kill() {
    signalGroup(child, 'SIGKILL');
    await ended;
  }

  async function stop(signal = 'SIGTERM') {
    // A process that is stopped by SIGSTOP would not receive the signal.
    signalGroup(child, 'SIGCONT');
    signalGroup(child, signal);
    await Promise.race([ended, delay(graceMs, undefined, { ref: false })]);
    await kill();
  }

  return { child, pid: child.pid, lines, ready, ended, stop, kill };
}

/**
 * Runs a program until it ends.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, onLine?: (line: string) => void }} [options]
 * @returns {Promise<{ problem: string | undefined, code: number | null, stdout: string, stderr: string,
 * output: string }>} `problem` describes a failure; `output`: standard output and standard error, interleaved
 */
export async function runProgram(command, args, { cwd, env, onLine } = {}) {
  const { child, ended } = startProgram({ command, args, cwd, env, onLine });
  const result = { stdout: '', stderr: '', output: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (chunk) => {
      result[name] += chunk;
      result.output += chunk;
    });
  }
  const problem = await ended;
  return { problem, code: child.exitCode, ...result };
}

/** Ensures that a process group does not outlive this process, even if this process is killed. */
function guardAgainstOrphan(pid, directory = '') {
  const guard = spawn('/bin/sh', ['-c', GUARD, 'sh', String(pid), directory], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  guard.stdin.unref();
  return () => guard.kill('SIGKILL');
}

async function waitForEnd(child, command) {
  const closed = new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  try {
    const [code, signal] = await once(child, 'exit');
    signalGroup(child, 'SIGTERM');
    const deadline = performance.now() + STRAGGLER_MS;
    while (performance.now() < deadline && signalGroup(child, 0)) await delay(POLL_MS);
    signalGroup(child, 'SIGKILL');
    await closed;
    if (signal !== null) return `was ended by ${signal}`;
    return code === 0 ? undefined : `ended with exit code ${code}`;
  } catch (error) {
    return `could not be started: ${error.code === 'ENOENT' ? `there is no ${command}` : error.message}`;
  }
}

async function waitUntilReady(spec, { ended, readyLine, lines }) {
  const { name = spec.command, isReadyLine, isReady, timeoutMs = 60_000, onLine } = spec;
  if (isReadyLine === undefined && isReady === undefined) return undefined;
  const over = new AbortController();
  const end = ended.then((how) => {
    const shown = onLine === undefined ? `:\n${lines.slice(-SHOWN_LINES).join('\n')}` : '';
    throw new ExplainedError(`the ${name} ${how ?? 'ended before it was ready'}${shown}`);
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

/** @returns {boolean} whether the group has a process */
function signalGroup(child, signal) {
  if (child.pid === undefined) return false;
  try {
    process.kill(-child.pid, signal);
    return true;
  } catch {
    return false;
  }
}
