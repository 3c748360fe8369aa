import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { Environment } from '../../node/variables.ts';
import { parseConfig } from '../../rest-sidecar/src/config.ts';
import { VERSION } from '../../shared/version.ts';
import { eventually } from '../support/eventually.ts';
import { ask } from '../support/http/http.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { REPOSITORY } from '../support/repository/repository.ts';

/** A sidecar in its own process, with its output. */
interface Program {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
  output: string;
}

describe('the program', () => {
  const directory = mkdtempSync(join(tmpdir(), 'feature-control-sidecar-'));
  const bundle = join(REPOSITORY, 'rest-sidecar/build/sidecar.cjs');
  const programs: Program[] = [];

  afterEach(async () => {
    for (const { child, ended } of programs.splice(0)) {
      child.kill('SIGKILL');
      await ended;
    }
  });

  afterAll(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  const run = (environment: Record<string, string>, args: readonly string[] = []): Program => {
    const settings = { REDIS_URL: testRedisUrl(), KEY_PREFIX: uniquePrefix(), ...environment };
    const child = spawn(process.execPath, [bundle, ...args], {
      env: { PATH: process.env['PATH'], ...settings },
    });
    const program: Program = { child, ended: once(child, 'close'), output: '' };
    child.stdout.on('data', (piece: Buffer) => (program.output += piece.toString()));
    child.stderr.on('data', (piece: Buffer) => (program.output += piece.toString()));
    programs.push(program);
    return program;
  };

  const originOf = async (program: Program): Promise<string> =>
    await eventually(() => / listens on (http:\S+)/.exec(program.output)?.[1], {
      what: 'the line with its URL',
    });

  const isOk = async (origin: string): Promise<boolean> =>
    (await ask(origin, '/v1/health')).text === '{"status":"ok"}';

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'logs its URL, answers, and logs a line when it ends on %s',
    async (signal) => {
      const program = run({ PORT: '0' });
      const origin = await originOf(program);
      await eventually(async () => await isOk(origin), { what: 'the data' });
      program.child.kill(signal);
      await program.ended;
      expect(program.child.exitCode).toBe(0);
      expect(program.output).toMatch(new RegExp(` INFO Stopping on ${signal}\n`));
    },
  );

  it('logs JSON without a time to journald, first its version and its address', async () => {
    const log = join(directory, 'log');
    const file = openSync(log, 'w');
    const { dev, ino } = fstatSync(file, { bigint: true });
    const env = { PORT: '0', LOG_FORMAT: 'json', JOURNAL_STREAM: `${dev}:${ino}` };
    const child = spawn(process.execPath, [bundle], { env, stdio: ['ignore', file, 'ignore'] });
    programs.push({ child, ended: once(child, 'close'), output: '' });
    closeSync(file);
    const first = await eventually(() => /^.*\n/.exec(readFileSync(log, 'utf8'))?.[0], { what: 'a line' });
    expect(JSON.parse(first)).toStrictEqual({
      level: 'info',
      message: expect.stringMatching(/^The REST sidecar \d+\.\d+\.\d+ listens on http:\/\/127\.0\.0\.1:\d+$/),
      program: 'sidecar',
    });
  });

  it("keeps Node's inspector closed at SIGUSR1", async () => {
    const program = run({ PORT: '0' });
    const origin = await originOf(program);
    program.child.kill('SIGUSR1');
    await eventually(() => program.output.includes('SIGUSR1 is ignored'), { what: 'the line' });
    // Node would have printed the inspector's URL before the sidecar answers.
    await eventually(async () => await isOk(origin), { what: 'the data' });
    expect(program.output).not.toContain('Debugger listening');
  });

  it('ends with one line that names an invalid variable', async () => {
    const program = run({ PORT: 'http' });
    await program.ended;
    expect([program.child.exitCode, program.output]).toEqual([
      1,
      'PORT must be a whole number from 0 to 65535\n',
    ]);
  });

  it('lists with --help every variable that it reads', async () => {
    const program = run({}, ['--help']);
    await program.ended;
    const requested = new Set<string>();
    parseConfig(new Proxy<Environment>({}, { get: (_, name) => void requested.add(String(name)) }));
    expect(program.child.exitCode).toBe(0);
    expect(program.output.match(/\b[A-Z]+_?[A-Z_]+(?= {2})/g)?.sort()).toEqual([...requested].sort());
  });

  it('prints its version', async () => {
    const program = run({}, ['--version']);
    await program.ended;
    expect([program.child.exitCode, program.output]).toEqual([0, `${VERSION}\n`]);
  });

  it.each([
    [{ HOST: '203.0.113.1' }, '203.0.113.1 is not an address of this machine'],
    [{ HOST: 'no-such-host.invalid' }, 'no address is known for the host name no-such-host.invalid'],
  ])('says why it cannot listen with %o', async (environment, reason) => {
    const program = run({ PORT: '0', ...environment });
    await program.ended;
    expect([program.child.exitCode, program.output]).toEqual([
      1,
      `The REST sidecar cannot start: ${reason}\n`,
    ]);
  });

  it('says that its port is in use', async () => {
    const origin = await originOf(run({ PORT: '0' }));
    const program = run({ PORT: new URL(origin).port });
    await program.ended;
    expect(program.output).toBe(
      `The REST sidecar cannot start: another program listens on ${origin}: stop it, or choose another port\n`,
    );
  });

  it('accepts no other argument', async () => {
    const program = run({}, ['8081']);
    await program.ended;
    expect(program.child.exitCode).toBe(2);
    expect(program.output).toMatch(/^Unknown argument: 8081\.\n\nUsage: /);
  });
});
