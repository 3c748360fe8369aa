import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { clientList } from '../../../shared/feature-control/blocklist-name.ts';
import { eventually } from '../../support/eventually.ts';
import { runProgram } from '../../support/processes/run-program.ts';
import { useBuiltProgram, useCli } from './run-cli.ts';

const PROGRAM = useBuiltProgram();

const { blocked, environment, keys, redis, run, write } = useCli();

it('colours are the only control characters that are printed, for a name with any characters', async () => {
  await run('block', 'zoom', '--reason', 'x\u202ey');
  const env = { ...process.env, ...environment, FORCE_COLOR: '1', NO_COLOR: '' };
  const { code, stdout } = await runProgram([PROGRAM, 'block', 'a\u202e<img>\u200b'], env);
  expect([code, stdout]).toEqual([0, '\u001b[32mBlocked a\\u202e<img>\\u200b for every client.\u001b[39m\n']);
  const plain = { ...env, FORCE_COLOR: '', NO_COLOR: '1' };
  for (const args of [['history'], ['export'], ['list', '--json'], ['history', '--json']]) {
    const printed = await runProgram([PROGRAM, ...args], plain);
    expect(printed.code).toBe(0);
    expect(printed.stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  }
});

const CLIENTS = Array.from({ length: 120 }, (_, index) => `mod-${index}`);
const END = `${new Date().getUTCFullYear() + 1}-05-01T18:00Z`;

/** A list for each client, with one feature in each of its keys. */
const lists = (name: string): string => {
  const ofClients = CLIENTS.map(
    (client) => `---\nlist: client:${client}\nblocked: [${name}]\nuntil: {timed-${name}: ${END}}\n`,
  );
  return `format: feature-control/blocklists\nversion: 1\n${ofClients.join('')}`;
};

describe('a signal', () => {
  it('leaves each list of an import either old or new, which another import completes [G72]', async () => {
    const stored = async (client: string): Promise<string> => {
      const timed = await redis.zrange(keys.timedBlocklistKey(clientList(client)), '0', '-1');
      return [...(await blocked(clientList(client))), ...timed].join(' ');
    };
    const changes = async () => await redis.xlen(keys.historyKey(clientList('mod-60')));
    await run('import', write('old.yaml', lists('old')));
    const path = write('new.yaml', lists('new'));
    const env = { ...process.env, ...environment };
    const child = spawn(process.execPath, [PROGRAM, 'import', path], { env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    await eventually(async () => (await changes()) > 1, { everyMs: 1 });
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    const states = new Set(await Promise.all(CLIENTS.map(stored)));
    expect([...states].sort()).toEqual(['new timed-new', 'old timed-old']);
    expect((await run('import', path)).code).toBe(0);
    expect(new Set(await Promise.all(CLIENTS.map(stored)))).toEqual(new Set(['new timed-new']));
    expect(await changes()).toBe(2);
  });

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
