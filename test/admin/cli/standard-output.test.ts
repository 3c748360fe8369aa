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

const PROGRAM = `${REPOSITORY}/admin/build/cli.cjs`;
const LOST = 'feature-control: standard output could not be written completely: ';

const IDS = Array.from({ length: 50 }, (_, index) => `id-${index}`);

let cli: CliUnderTest;
let directory: TemporaryDirectory;

beforeAll(async () => {
  // Builds the program if its sources have changed.
  await runProgram(['tools/command-line/feature-control.mjs', '--help'], process.env);
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
  it('is reported with one line and exit code 1, and does not end a command that writes', async () => {
    const lists = IDS.map((id) => `---\nlist: client:${id}\nblocked: [fly]\n`).join('');
    directory.write('lists.yaml', `format: feature-control/blocklists\nversion: 1\n${lists}`);
    const { code, stderr } = await runOnFullDisk('import', `${directory.path}/lists.yaml`);
    const lost = `${LOST}ENOSPC: no space left on device, write`;
    expect([code, stderr]).toEqual([1, `${lost}\n50 lists changed, 0 unchanged.\n`]);
    const { clients } = await cli.json('clients');
    expect(clients).toHaveLength(IDS.length);
  });

  it('is reported within a line, too', async () => {
    await cli.run('block', ...Array.from({ length: 200 }, (_, index) => `feature-${index}`));
    // One block of `ulimit` has 512 or 1024 bytes, less than the output.
    const script = `ulimit -f 1; exec "$@" > ${directory.path}/full`;
    const command = ['sh', '-c', script, 'sh', process.execPath, PROGRAM, 'list', '--json'];
    const { code, stderr } = await run(command, 'ignore');
    expect([code, stderr]).toEqual([1, `${LOST}EFBIG: file too large, write\n`]);
  });
});

/** Starts the program with a standard output whose reader has closed the pipe already. */
function runUnread(...args: string[]) {
  const env = { ...process.env, ...cli.environment, NO_COLOR: '1' };
  const child = spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (printed += piece));
  const ended = once(child, 'close').then(([code]) => ({ code: code as unknown, printed }));
  return ended;
}

describe('an output that nobody reads', () => {
  it('ends a command that only prints, with exit code 0', async () => {
    await cli.run('block', 'fly');
    expect(await runUnread('export')).toMatchObject({ code: 0 });
  });
});
