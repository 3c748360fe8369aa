import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { callInNode } from '../support/processes/call-in-node.ts';
import { REPOSITORY } from '../support/repository/repository.ts';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/processes/temporary-directory.ts';

describe('the record of npm start', () => {
  let directory: TemporaryDirectory;
  let module: string;

  beforeEach(() => {
    directory = makeTemporaryDirectory();
    const record = pathToFileURL(join(REPOSITORY, 'tools/start/running-record.mjs')).href;
    const source = `
      process.env.FC_RUN_DIRECTORY = '${directory.path}';
      const { readRunningRecord, removeRunningRecord, writeRunningRecord } = await import('${record}');
      export const read = async () => readRunningRecord() ?? 'none';
      export const remove = async () => removeRunningRecord();
      export const write = async (pid) => writeRunningRecord({ pid });
      export const writeAndRemove = async () => (await write(process.pid), removeRunningRecord());`;
    module = directory.write('record.mjs', source);
  });
  afterEach(() => {
    directory.remove();
  });

  it('is ignored if another process has the id by now', async () => {
    const other = spawn('sleep', ['60']);
    try {
      await callInNode(module, 'write', process.pid);
      expect(await callInNode(module, 'read')).toMatchObject({ pid: process.pid });
      const reused = directory.read('running.json').replace(String(process.pid), String(other.pid));
      directory.write('running.json', reused);
      expect(await callInNode(module, 'read')).toBe('none');
    } finally {
      other.kill();
    }
  });

  it('is ignored without a start time, although a process has the id', async () => {
    directory.write('running.json', JSON.stringify({ pid: process.pid }));
    expect(await callInNode(module, 'read')).toBe('none');
  });

  it('is removed only by the process that has written it', async () => {
    await callInNode(module, 'write', process.pid);
    await callInNode(module, 'remove');
    expect(await callInNode(module, 'read')).toMatchObject({ pid: process.pid });
    await callInNode(module, 'writeAndRemove');
    expect(await callInNode(module, 'read')).toBe('none');
  });
});
