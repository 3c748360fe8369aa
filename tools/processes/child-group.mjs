import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { guardAgainstOrphan } from './orphan-guard.mjs';

const POLL_MS = 20;
/** Time that the other processes of a group may run after its leader has ended, in milliseconds. */
const STRAGGLER_MS = 500;

/**
 * Starts a program as the leader of its own process group. Ctrl-C in the terminal does not reach it, so the
 * caller decides when it ends, and all its child processes end with it. The group is also killed when this
 * process is killed.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {{ child: import('node:child_process').ChildProcess, ended: Promise<string | undefined>, end:
 * (graceMs: number) => Promise<void>, kill: () => void }} `ended` resolves to the problem, or to undefined
 * after exit code 0; `end` sends SIGTERM, and SIGKILL after `graceMs` milliseconds; `kill` sends SIGKILL
 * immediately
 */
export function startGroup(command, args, options = {}) {
  const child = spawn(command, args, { ...options, detached: true });
  const release = child.pid === undefined ? () => {} : guardAgainstOrphan(-child.pid);
  const ended = waitForEnd(child, command).finally(() => {
    signalGroup(child, 'SIGTERM');
    release();
  });

  async function end(graceMs) {
    signalGroup(child, 'SIGTERM');
    await Promise.race([ended, delay(graceMs, undefined, { ref: false })]);
    await waitForStragglers(child);
    signalGroup(child, 'SIGKILL');
    await ended;
  }

  return { child, ended, end, kill: () => signalGroup(child, 'SIGKILL') };
}

async function waitForEnd(child, command) {
  try {
    const [code, signal] = await once(child, 'exit');
    if (signal !== null) return `was ended by ${signal}`;
    return code === 0 ? undefined : `ended with exit code ${code}`;
  } catch (error) {
    return `could not be started: ${error.code === 'ENOENT' ? `there is no ${command}` : error.message}`;
  }
}

async function waitForStragglers(child) {
  const deadline = performance.now() + STRAGGLER_MS;
  const leaderEnded = () => child.exitCode !== null || child.signalCode !== null;
  while (leaderEnded() && performance.now() < deadline && signalGroup(child, 0)) await delay(POLL_MS);
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
