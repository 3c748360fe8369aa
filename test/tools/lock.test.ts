import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { callInNode } from '../support/processes/call-in-node.ts';
import { REPOSITORY } from '../support/repository/repository.ts';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/processes/temporary-directory.ts';

describe('withLock', () => {
  let directory: TemporaryDirectory;
  let module: string;

  beforeEach(() => {
    directory = makeTemporaryDirectory();
    const lock = pathToFileURL(join(REPOSITORY, 'tools/processes/lock.mjs')).href;
    const source = `
      import { appendFileSync, copyFileSync, renameSync, writeFileSync } from 'node:fs';
      import { setTimeout as delay } from 'node:timers/promises';
      import { withLock } from '${lock}';
      const log = (word) => appendFileSync('${directory.path}/log', word + ' ');
      const work = async () => { log('begin'); await delay(50); log('end'); };
      const path = '${directory.path}/lock';
      const kept = path + '.kept';
      export const run = () => withLock(path, work);
      export const runAndKeepLock = async () => {
        await withLock(path, async () => copyFileSync(path, kept));
        renameSync(kept, path);
      };
      export const runAfterOwnId = () => (writeFileSync(path, String(process.pid)), run());
      export const runWhileReplaced = () => withLock(path, async () => writeFileSync(path, '1'));`;
    module = directory.write('work.mjs', source);
  });
  afterEach(() => {
    directory.remove();
  });

  it('runs the work of one process at a time', async () => {
    await Promise.all([1, 2, 3].map(async () => await callInNode(module, 'run')));
    expect(directory.read('log').trim()).toBe('begin end begin end begin end');
    expect(existsSync(join(directory.path, 'lock'))).toBe(false);
  });

  it('ignores the lock of a process that has ended', async () => {
    const dead = spawn('true');
    await once(dead, 'exit');
    directory.write('lock', String(dead.pid));
    await callInNode(module, 'run');
    expect(directory.read('log').trim()).toBe('begin end');
  });

  it('ignores the lock of a process whose id was reused', async () => {
    await callInNode(module, 'runAndKeepLock');
    const [pid = ''] = /^\d+/.exec(directory.read('lock')) ?? [];
    const other = spawn('sleep', ['60']);
    try {
      directory.write('lock', directory.read('lock').replace(pid, String(other.pid)));
      await callInNode(module, 'run');
    } finally {
      other.kill();
    }
    expect(directory.read('log').trim()).toBe('begin end');
  });

  it('ignores a lock without a start time that has its own process id', async () => {
    await callInNode(module, 'runAfterOwnId');
    expect(directory.read('log').trim()).toBe('begin end');
  });

  it('ignores a lock without a start time, although a process has the id', async () => {
    directory.write('lock', String(process.pid));
    await callInNode(module, 'run');
    expect(directory.read('log').trim()).toBe('begin end');
  });

  it('ignores a lock that stays empty, as on a full disk', async () => {
    directory.write('lock', '');
    await callInNode(module, 'run');
    expect(directory.read('log').trim()).toBe('begin end');
  });

  it('leaves the lock of another process that has replaced its own', async () => {
    await callInNode(module, 'runWhileReplaced');
    expect(directory.read('lock')).toBe('1');
  });
});
