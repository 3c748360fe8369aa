import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 100;

/**
 * Runs `work` while holding a lock file, so that no other process on this machine runs it at the same time. A
 * lock of a process that has ended is ignored. @template T
 * @param {string} path of the lock file
 * @param {() => Promise<T>} work
 * @param {(pid: number) => void} [onWait] called once, with the id of the process that holds the lock
 * @returns {Promise<T>}
 */
export async function withLock(path, work, onWait = () => {}) {
  mkdirSync(dirname(path), { recursive: true });
  let isReported = false;
  while (!tryLock(path)) {
    const holder = holderOf(path);
    if (holder !== undefined && !isAlive(holder)) rmSync(path, { force: true });
    else if (holder !== undefined && !isReported) onWait(holder);
    isReported ||= holder !== undefined;
    await delay(POLL_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function tryLock(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** @returns {number | undefined} undefined if the lock was just released */
function holderOf(path) {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
