import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_DIRECTORY } from '../files/paths.mjs';
import { writeAtomically } from '../files/write-atomically.mjs';

/** Tells other terminals what `npm start` started and where. */
export const RUNNING_RECORD = join(RUN_DIRECTORY, 'running.json');

/**
 * @typedef {object} Running
 * @property {number} pid of `npm start`
 * @property {string} redisUrl
 * @property {'given' | 'filled' | 'kept'} redis whose it is: the user's, or our own, with example data or
 * what it had
 * @property {string} keyPrefix
 * @property {{ url: string }} rest
 * @property {{ host: string, port: number, kind: 'development' | 'velocity' }} proxy
 */

/** @param {Running} running */
export function writeRunningRecord(running) {
  writeAtomically(RUNNING_RECORD, `${JSON.stringify(running, null, 2)}\n`);
}

export function removeRunningRecord() {
  rmSync(RUNNING_RECORD, { force: true });
}

/**
 * @returns {Running | undefined} what runs now; nothing when the record was left by a process that is gone
 */
export function readRunningRecord() {
  if (!existsSync(RUNNING_RECORD)) return undefined;
  const running = JSON.parse(readFileSync(RUNNING_RECORD, 'utf8'));
  return isStartProcess(running.pid) ? running : undefined;
}

/** Process ids are used again: where `/proc` can tell, the id must belong to `npm start`. */
function isStartProcess(pid) {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const commandLine = `/proc/${pid}/cmdline`;
  return !existsSync(commandLine) || readFileSync(commandLine, 'utf8').includes('start.mjs');
}
