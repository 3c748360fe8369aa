import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Environment } from '../../node/variables.ts';
import { parseConfig } from '../../rest-sidecar/src/config.ts';
import { VERSION } from '../../shared/version.ts';
import { eventually } from '../support/eventually.ts';
import { startBuiltSidecar, type BuiltServer } from '../support/http/built-servers.ts';
import { ask } from '../support/http/http.ts';
import { runProgram } from '../support/processes/run-program.ts';
import { useTemporaryDirectory } from '../support/processes/use-temporary-directory.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { REPOSITORY } from '../support/repository/repository.ts';

const BUNDLE = join(REPOSITORY, 'rest-sidecar/build/sidecar.cjs');

describe('the program', () => {
  const directory = useTemporaryDirectory();
  const running: BuiltServer[] = [];

  afterEach(async () => {
    for (const sidecar of running.splice(0)) await sidecar.stop();
  });

  const start = async (): Promise<BuiltServer> => {
    const sidecar = await startBuiltSidecar();
    running.push(sidecar);
    return sidecar;
  };

  /** Runs the program to its end. */
  const run = async (environment: NodeJS.ProcessEnv, ...args: readonly string[]) => {
    const settings = { PATH: process.env['PATH'], REDIS_URL: testRedisUrl(), KEY_PREFIX: uniquePrefix() };
    const { code, stdout, stderr } = await runProgram([BUNDLE, ...args], {
      ...settings,
      PORT: '0',
      ...environment,
    });
    return [code, stdout + stderr];
  };

  const untilOk = async ({ origin }: BuiltServer): Promise<void> => {
    const isOk = async () => (await ask(origin, '/v1/health')).text === '{"status":"ok"}';
    await eventually(isOk, { what: 'the data' });
  };

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'logs its URL, answers, and logs a line when it ends on %s',
    async (signal) => {
      const sidecar = await start();
      await untilOk(sidecar);
      expect(await sidecar.stop(signal)).toBe(0);
      expect(sidecar.output.at(-1)).toMatch(new RegExp(` INFO Stopping on ${signal}$`));
    },
  );

  it('logs JSON without a time to journald, first its version and its address', async () => {
    const log = directory.write('log', '');
    const file = openSync(log, 'w');
    const { dev, ino } = fstatSync(file, { bigint: true });
    const env = { PORT: '0', LOG_FORMAT: 'json', JOURNAL_STREAM: `${dev}:${ino}` };
    const child = spawn(process.execPath, [BUNDLE], { env, stdio: ['ignore', file, 'ignore'] });
    closeSync(file);
    const first = await eventually(() => /^.*\n/.exec(readFileSync(log, 'utf8'))?.[0], { what: 'a line' });
    expect(JSON.parse(first)).toStrictEqual({
      level: 'info',
      message: expect.stringMatching(/^The REST sidecar \d+\.\d+\.\d+ listens on http:\/\/127\.0\.0\.1:\d+$/),
      program: 'sidecar',
    });
    child.kill('SIGKILL');
    await once(child, 'close');
  });

  it("keeps Node's inspector closed at SIGUSR1", async () => {
    const sidecar = await start();
    process.kill(sidecar.pid, 'SIGUSR1');
    const output = () => sidecar.output.join('\n');
    await eventually(() => output().includes('SIGUSR1 is ignored'), { what: 'the line' });
    // Node would have printed the inspector's URL before the sidecar answers.
    await untilOk(sidecar);
    expect(output()).not.toContain('Debugger listening');
  });

  it.each([
    ['an invalid variable', { PORT: 'http' }, [], 1, /^PORT must be a whole number from 0 to 65535\n$/],
    [
      'the address of another machine',
      { HOST: '203.0.113.1' },
      [],
      1,
      /^The REST sidecar cannot start: 203\.0\.113\.1 is not an address of this machine\n$/,
    ],
    [
      'an unknown host',
      { HOST: 'no-such-host.invalid' },
      [],
      1,
      /^The REST sidecar cannot start: no address is known for the host name no-such-host\.invalid\n$/,
    ],
    ['another argument', {}, ['8081'], 2, /^Unknown argument: 8081\.\n\nUsage: /],
  ])('ends with one line that names %s', async (_, environment, args, code, printed) => {
    expect(await run(environment, ...args)).toEqual([code, expect.stringMatching(printed)]);
  });

  it('says that its port is in use', async () => {
    const { origin } = await start();
    expect(await run({ PORT: new URL(origin).port })).toEqual([
      1,
      `The REST sidecar cannot start: another program listens on ${origin}: stop it, or choose another port\n`,
    ]);
  });

  it('lists with --help every variable that it reads, and prints its version', async () => {
    const [code, help] = await run({}, '--help');
    const requested = new Set<string>();
    parseConfig(new Proxy<Environment>({}, { get: (_, name) => void requested.add(String(name)) }));
    expect(code).toBe(0);
    expect(
      String(help)
        .match(/\b[A-Z]+_?[A-Z_]+(?= {2})/g)
        ?.sort(),
    ).toEqual([...requested].sort());
    expect(await run({}, '--version')).toEqual([0, `${VERSION}\n`]);
  });
});
