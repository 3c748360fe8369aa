import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startDevelopmentProxy, type DevelopmentProxy } from './development-proxy.ts';
import { buildPluginJar } from './stand-in.ts';

const ECHO = 'probe:echo';

let proxy: DevelopmentProxy;

beforeAll(async () => {
  const probeJar = await buildPluginJar('test/velocity-stand-in/probe');
  proxy = await startDevelopmentProxy(probeJar);
});

afterAll(async () => {
  expect(await proxy.end('SIGINT')).toBe(0);
  expect(proxy.lines.filter((line) => line.endsWith('[probe]: stopped'))).toHaveLength(1);
});

it('the development proxy reports that it is not Velocity', () => {
  expect(proxy.lines[0]).toContain('not Velocity');
});

describe('npm run check', () => {
  const ANSWER = { id: 'a', ok: true, payload: { blocklist: ['fly'] } };

  it('prints the answer to standard output, and all other messages to standard error', async () => {
    const run = await proxy.check('--channel', ECHO, '--raw', JSON.stringify(ANSWER));
    expect(JSON.parse(run.stdout)).toEqual(ANSWER);
    expect(run.stderr).toMatch(/joined 127\.0\.0\.1:\d+ as check_\w+, with Minecraft 1\.21\.1/);
    expect(run.stderr).toMatch(/blocked: fly\n$/);
    expect(run.stderr).not.toContain('\u001b');
    expect(run.exitCode).toBe(0);
  });

  it('sends the same request as a mod, also with an old client', async () => {
    const run = await proxy.check(
      '--channel',
      ECHO,
      '--client',
      'm',
      '--features',
      'fly,map',
      '--version',
      '1.8.8',
    );
    expect(JSON.parse(run.stdout)).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      method: 'checkFeatures',
      payload: { client: 'm', features: ['fly', 'map'] },
    });
    // The probe sends the request back, which is not a valid answer.
    expect(run.exitCode).toBe(1);
  });

  it('exits with 1 after an error answer, and explains it', async () => {
    const refusal = { id: 'a', ok: false, error: 'BAD_REQUEST', message: 'Something is missing.' };
    const run = await proxy.check('--channel', ECHO, '--raw', JSON.stringify(refusal));
    expect(run).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/BAD_REQUEST: Something is missing\.\n$/),
    });
  });

  it('exits with 3 if the channel is not announced, and lists the announced channels', async () => {
    const run = await proxy.check('--client', 'm', '--features', 'fly', '--timeout', '0.5');
    expect(run.stdout).toBe('');
    expect(run.stderr).toContain(
      'does not announce service:feature-control, but legacy:oldprobe, probe:echo',
    );
    expect(run.exitCode).toBe(3);
  });

  it('exits with 3 if nothing answers', async () => {
    const run = await proxy.check('--channel', 'probe:observed', '--raw', 'hello', '--timeout', '0.5');
    expect(run).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('no answer') });
  });

  it('exits with 3 if nothing listens', async () => {
    const run = await proxy.check('--port', '1', '--client', 'm', '--features', 'fly');
    expect(run).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('nothing listens on 127.0.0.1:1'),
    });
  });

  it.each([
    { options: ['--client', 'm'], problem: '--client and --features are needed' },
    {
      options: ['--client', 'm', '--features', '', '--version', '9.9'],
      problem: '--version is one of 1.7, 1.8.8',
    },
  ])('exits with 2 and reports "$problem"', async ({ options, problem }) => {
    const run = await proxy.check(...options);
    expect(run).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining(problem) });
  });
});
