import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { runProgram } from '../../support/processes/run-program.ts';
import { REPOSITORY } from '../../support/repository/repository.ts';
import { createCli } from './run-cli.ts';

const PROGRAM = `${REPOSITORY}/admin/build/cli.cjs`;

beforeAll(async () => {
  // Builds the program if its sources have changed.
  await runProgram(['tools/command-line/feature-control.mjs', '--help'], process.env);
});

describe('colours', () => {
  it('are the only control characters that are printed, for a name with any characters', async () => {
    const cli = createCli();
    await cli.run('block', 'zoom', '--reason', 'x\u202ey');
    const env = { ...process.env, ...cli.environment, FORCE_COLOR: '1', NO_COLOR: '' };
    const { code, stdout } = await runProgram([PROGRAM, 'block', 'a\u202e<img>\u200b'], env);
    expect([code, stdout]).toEqual([
      0,
      '\u001b[32mBlocked a\\u202e<img>\\u200b for every client.\u001b[39m\n',
    ]);
    const plain = { ...env, FORCE_COLOR: '', NO_COLOR: '1' };
    for (const args of [['history'], ['export'], ['list', '--json'], ['history', '--json']]) {
      const printed = await runProgram([PROGRAM, ...args], plain);
      expect(printed.code).toBe(0);
      expect(printed.stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
  });
});

describe('a signal', () => {
  it('ends an import while it reads standard input', async () => {
    const child = spawn(process.execPath, [PROGRAM, 'import', '-'], { stdio: ['pipe', 'ignore', 'ignore'] });
    const ended = once(child, 'exit');
    child.stdin.on('error', () => undefined);
    // More than fits into a pipe, so that the command has begun to read.
    await new Promise((resolve) => child.stdin.write('#'.repeat(4_000_000), resolve));
    child.kill('SIGTERM');
    expect(await ended).toEqual([130, null]);
  });
});

describe('a Redis that accepts connections and never answers', () => {
  /** Starts a command with such a Redis. */
  const start = async () => {
    // Data must be read, because otherwise the end of the connection would not be noticed.
    const silent = createServer((socket) => socket.on('error', () => undefined).resume());
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    const env = { ...process.env, REDIS_URL: `redis://127.0.0.1:${port}`, NO_COLOR: '1' };
    return { silent, child: spawn(process.execPath, [PROGRAM, 'block', 'fly'], { env }) };
  };

  it('is reported with one line and exit code 2', async () => {
    const { silent, child } = await start();
    let messages = '';
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (messages += piece));
    expect(await once(child, 'close')).toEqual([2, null]);
    silent.close();
    expect(messages).toMatch(/^feature-control: Redis at 127\.0\.0\.1:\d+ cannot be reached: .*\n$/);
  });

  it('does not delay the end by a signal, before anything is written', async () => {
    const { silent, child } = await start();
    silent.once('connection', () => child.kill('SIGINT'));
    expect(await once(child, 'exit')).toEqual([130, null]);
    silent.close();
  });
});
