import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 10;
const PATIENCE_MS = 10_000;

/** @returns whether a process runs; one that has ended and is not yet collected does not */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const status = `/proc/${pid}/stat`;
  return !existsSync(status) || !readFileSync(status, 'utf8').includes(') Z ');
}

/** Waits until none of the processes runs. @throws {Error} naming those that stay */
export async function untilGone(pids: readonly number[]): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (pids.some(isAlive)) {
    if (performance.now() > deadline) throw new Error(`still running: ${pids.filter(isAlive).join(', ')}`);
    await delay(POLL_MS);
  }
}
