import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_DIRECTORY } from '../files/paths.mjs';
import { writeAtomically } from '../files/write-atomically.mjs';
import { isRunning, startTimeOf } from '../processes/is-running.mjs';

/** File that names, for other terminals, what `npm start` runs and at which addresses. */
const RUNNING_RECORD = join(RUN_DIRECTORY, 'running.json');

/**
 * @typedef {object} Running
 * @property {number} pid of `npm start`
 * @property {string} redisUrl
 * @property {'given' | 'filled' | 'kept'} redis the user's Redis; the project's own, filled with example
 * data; or the project's own with its earlier data
 * @property {string} keyPrefix
 * @property {{ url: string }} rest
 * @property {{ host: string, port: number, kind: 'development' | 'velocity' }} proxy
 */

/** @param {Running} running */
export function writeRunningRecord(running) {
  const record = { ...running, startTime: startTimeOf(running.pid) };
  writeAtomically(RUNNING_RECORD, `${JSON.stringify(record, null, 2)}\n`);
}

/** Removes the record, unless it is from another process. */
export function removeRunningRecord() {
  if (readRecord()?.pid === process.pid) rmSync(RUNNING_RECORD, { force: true });
}

/**
 * @returns {Running | undefined} the running network; undefined if the record is from a process that has
 * ended
 */
export function readRunningRecord() {
  const running = readRecord();
  return running !== undefined && isRunning(running) ? running : undefined;
}

function readRecord() {
  return existsSync(RUNNING_RECORD) ? JSON.parse(readFileSync(RUNNING_RECORD, 'utf8')) : undefined;
}
