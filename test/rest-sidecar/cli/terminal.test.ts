import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { wantsColours } from '../../../rest-sidecar/src/cli/colours.ts';
import { runProgram } from '../../support/processes/run-program.ts';
import { REPOSITORY } from '../../support/repository/repository.ts';
import { createCli } from './run-cli.ts';

const PROGRAM = `${REPOSITORY}/rest-sidecar/build/cli.cjs`;

beforeAll(async () => {
  // Builds the program if its sources have changed.
  await runProgram(['tools/feature-control.mjs', '--help'], process.env);
});

describe('colours', () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
    [false, { FORCE_COLOR: '1' }, true],
    [true, { FORCE_COLOR: '0' }, false],
  ])('on a terminal (%s) with %j: %s', (isTTY, environment, expected) => {
    expect(wantsColours({ isTTY }, environment)).toBe(expected);
  });

  it('are the only control characters that are printed, for a name with any characters', async () => {
    const cli = createCli();
    await cli.run('block', 'zoom', '--reason', 'x\u202ey');
    const env = { ...process.env, ...cli.environment, FORCE_COLOR: '1', NO_COLOR: '' };
    const { code, stdout } = await runProgram([PROGRAM, 'block', 'a\u202e<img>\u200b'], env);
    expect([code, stdout]).toEqual([
      0,
      '\u001b[32mBlocked a\\u202e<img>\\u200b for every client.\u001b[0m\n',
    ]);
    const plain = { ...env, FORCE_COLOR: '', NO_COLOR: '1' };
    for (const args of [['history'], ['export'], ['list', '--json'], ['history', '--json']]) {
      const printed = await runProgram([PROGRAM, ...args], plain);
      expect(printed.code).toBe(0);
      expect(printed.stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
  });
});

describe('a Redis that accepts connections and never answers', () => {
  it('is reported with one line and exit code 2', async () => {
    // Data must be read, because otherwise the end of the connection would not be noticed.
    const accept = (socket: Socket): unknown => socket.on('error', () => undefined).resume();
    const silent = createServer(accept).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const env = { ...process.env, REDIS_URL: `redis://127.0.0.1:${port}`, NO_COLOR: '1' };
    const { code, stdout, stderr } = await runProgram([PROGRAM, 'block', 'fly'], env);
    silent.close();
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^feature-control: Redis at 127\.0\.0\.1:\d+ cannot be reached: .*\n$/);
  });
});

describe('Ctrl-C', () => {
  it('ends a running command in order', async () => {
    const cli = createCli();
    const env = { ...process.env, ...cli.environment };
    const child = spawn(process.execPath, [PROGRAM, 'watch'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (printed += piece));
    // The command listens once it reports a write.
    while (printed === '') {
      await cli.run('block', 'fly');
      await cli.run('unblock', 'fly');
    }
    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(0);
  });
});
