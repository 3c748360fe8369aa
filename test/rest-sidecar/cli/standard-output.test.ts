import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makeTemporaryDirectory } from '../../support/processes/temporary-directory.ts';
import type { TemporaryDirectory } from '../../support/processes/temporary-directory.ts';
import { runProgram } from '../../support/processes/run-program.ts';
import { REPOSITORY } from '../../support/repository/repository.ts';
import { createCli } from './run-cli.ts';
import type { CliUnderTest } from './run-cli.ts';

const PROGRAM = `${REPOSITORY}/rest-sidecar/build/cli.cjs`;
const LOST = 'feature-control: standard output could not be written completely: ';

let cli: CliUnderTest;
let directory: TemporaryDirectory;

beforeAll(async () => {
  // Builds the program if its sources have changed.
  await runProgram(['tools/feature-control.mjs', '--help'], process.env);
  directory = makeTemporaryDirectory();
});

beforeEach(() => {
  cli = createCli();
});

afterAll(() => {
  directory.remove();
});

interface Ended {
  readonly code: unknown;
  readonly stderr: string;
}

/** Runs a program to its end. @param stdout a file descriptor */
async function run(command: readonly string[], stdout: number | 'ignore'): Promise<Ended> {
  const [file = '', ...args] = command;
  const env = { ...process.env, ...cli.environment, NO_COLOR: '1' };
  const child = spawn(file, args, { env, stdio: ['ignore', stdout, 'pipe'] });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => (stderr += piece));
  const [code] = (await once(child, 'close')) as [unknown];
  return { code, stderr };
}

async function runOnFullDisk(...args: string[]): Promise<Ended> {
  const stdout = openSync('/dev/full', 'w');
  try {
    return await run([process.execPath, PROGRAM, ...args], stdout);
  } finally {
    closeSync(stdout);
  }
}

describe('standard output on a full disk', () => {
  it.each([
    ['export'],
    ['list', '--json'],
    ['token', 'issue', 'one', '--scopes', 'metrics:read'],
    ['--help'],
  ])('is reported with one line and exit code 1: %s', async (...args) => {
    await cli.run('block', 'fly');
    const { code, stderr } = await runOnFullDisk(...args);
    const reported = stderr.split('\n').filter((line) => line.startsWith('feature-control: '));
    expect([code, reported]).toEqual([1, [`${LOST}ENOSPC: no space left on device, write`]]);
  });

  it.each([['export'], ['list', '--json']])('is reported within a line, too: %s', async (...args) => {
    await cli.run('block', ...Array.from({ length: 200 }, (_, index) => `feature-${index}`));
    // One block of `ulimit` has 512 or 1024 bytes, less than the output.
    const script = `ulimit -f 1; exec "$@" > ${directory.path}/full`;
    const command = ['sh', '-c', script, 'sh', process.execPath, PROGRAM, ...args];
    const { code, stderr } = await run(command, 'ignore');
    expect([code, stderr]).toEqual([1, `${LOST}EFBIG: file too large, write\n`]);
  });
});
