import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning, startTimeOf } from './is-running.mjs';

const POLL_MS = 100;
/** The holder writes its id right after it has created the file. A full disk leaves the file empty. */
const MAX_EMPTY_POLLS = 10;

/**
 * Runs `work` while holding a lock file, so that no other process on this machine runs it at the same time. A
 * lock of a process that has ended is removed, and so is one that stays empty for a second. @template T
 * @param {string} path of the lock file
 * @param {() => Promise<T>} work
 * @param {(pid: number) => void} [onWait] called once, with the id of the process that holds the lock; if it
 * throws, `withLock` throws that error instead of waiting
 * @returns {Promise<T>}
 */
export async function withLock(path, work, onWait = () => {}) {
  mkdirSync(dirname(path), { recursive: true });
  const own = `${process.pid} ${startTimeOf(process.pid) ?? ''}`.trim();
  let emptyPolls = 0;
  let isReported = false;
  while (!tryLock(path, own)) {
    const content = readLock(path);
    emptyPolls = content === '' ? emptyPolls + 1 : 0;
    if (emptyPolls > MAX_EMPTY_POLLS) rmSync(path, { force: true });
    if (content) {
      const [pid, startTime] = content.split(' ');
      const holder = { pid: Number(pid), startTime };
      if (!isRunning(holder)) rmSync(path, { force: true });
      else if (!isReported) {
        isReported = true;
        onWait(holder.pid);
      }
    }
    await delay(POLL_MS);
  }
  try {
    return await work();
  } finally {
    if (readLock(path) === own) rmSync(path, { force: true });
  }
}

function tryLock(path, content) {
  try {
    writeFileSync(path, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** @returns {string | undefined} undefined if the lock was just released */
function readLock(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
