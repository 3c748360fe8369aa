import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 10;
const TIMEOUT_MS = 10_000;

/** Whether a process is running; false for a zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const status = `/proc/${pid}/stat`;
  return !existsSync(status) || !readFileSync(status, 'utf8').includes(') Z ');
}

/**
 * Waits until none of the processes is running, at most 10 s.
 * @throws {Error} with the ids of those that remain
 */
export async function untilGone(pids: readonly number[]): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (pids.some(isAlive)) {
    if (performance.now() > deadline) throw new Error(`still running: ${pids.filter(isAlive).join(', ')}`);
    await delay(POLL_MS);
  }
}
