import { readFileSync } from 'node:fs';

/**
 * Checks whether a recorded process still runs. As process ids are reused, after a restart of the machine or
 * by the next container, the start time must be the same. Without `/proc`, only the own process id counts as
 * reused.
 * @param {{ pid: number, startTime?: string }} recorded `startTime`: from {@link startTimeOf}, at the time of
 * the record
 */
export function isRunning({ pid, startTime }) {
  if (!isAlive(pid)) return false;
  const current = startTimeOf(pid);
  return current === undefined ? pid !== process.pid : current === startTime;
}

/**
 * @param {number} pid
 * @returns {string | undefined} when the process started, in clock ticks since the start of the machine;
 * undefined without `/proc` or such a process
 */
export function startTimeOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Field 22. The program's name, field 2 in parentheses, may contain spaces and parentheses.
    return status.slice(status.lastIndexOf(')') + 2).split(' ')[22 - 3];
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user.
    return error.code === 'EPERM';
  }
}
