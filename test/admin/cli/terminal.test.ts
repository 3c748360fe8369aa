import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { wantsColours } from '../../../admin/cli/colours.ts';
import { eventually } from '../../support/eventually.ts';
import { runProgram } from '../../support/processes/run-program.ts';
import { REPOSITORY } from '../../support/repository/repository.ts';
import { createCli } from './run-cli.ts';

const PROGRAM = `${REPOSITORY}/admin/build/cli.cjs`;

beforeAll(async () => {
  // Builds the program if its sources have changed.
  await runProgram(['tools/command-line/feature-control.mjs', '--help'], process.env);
});

describe('colours', () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
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
  it('ends watching, with exit code 0', async () => {
    const cli = createCli();
    const env = { ...process.env, ...cli.environment };
    const child = spawn(process.execPath, [PROGRAM, 'watch'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (printed += piece));
    // The command listens once it reports a write.
    await eventually(async () => {
      await cli.run('block', 'fly');
      await cli.run('unblock', 'fly');
      return printed !== '';
    });
    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(0);
  });

  it('ends an import between two lists, with exit code 130', async () => {
    const cli = createCli();
    const env = { ...process.env, ...cli.environment, NO_COLOR: '1' };
    const child = spawn(process.execPath, [PROGRAM, 'import', '-'], { env });
    const lists = Array.from({ length: 5000 }, (_, index) => `---\nlist: client:${index}\nblocked: [fly]\n`);
    child.stdin.end(`format: feature-control/blocklists\nversion: 1\n${lists.join('')}`);
    child.stdout.once('data', () => child.kill('SIGINT')).resume();
    let messages = '';
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (messages += piece));
    const [code] = (await once(child, 'close')) as [number];
    expect([code, messages]).toEqual([
      130,
      expect.stringMatching(
        /^feature-control: interrupted after \d+ of 5000 lists \(each is old or new\)\n$/,
      ),
    ]);
    const { clients } = await cli.json('clients');
    expect(clients).toHaveLength(Number(/after (\d+)/.exec(messages)?.[1]));
  }, 30_000);
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

  it('ends a command before it writes', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined).resume());
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    const env = { ...process.env, REDIS_URL: `redis://127.0.0.1:${port}` };
    const child = spawn(process.execPath, [PROGRAM, 'block', 'fly'], { env, stdio: 'ignore' });
    silent.once('connection', () => child.kill('SIGINT'));
    const ended = await once(child, 'exit');
    silent.close();
    expect(ended).toEqual([130, null]);
  });
});
