import { describe, expect, it } from '@jest/globals';
import { describeRunning } from '../../tools/start/start-texts.mjs';
import { runProgram } from '../support/processes/run-program.ts';

const start = async (env: NodeJS.ProcessEnv, ...args: string[]) => {
  return await runProgram(['tools/start/start.mjs', ...args], { PATH: process.env['PATH'], ...env });
};

it('npm start prints the link to the console and the address of the API page', () => {
  const running = {
    pid: 1,
    redisUrl: 'redis://127.0.0.1:6379',
    redis: 'given',
    keyPrefix: 'fc:',
    rest: { url: 'http://127.0.0.1:8080' },
    proxy: { host: '127.0.0.1', port: 25565, kind: 'development' },
  } as const;
  const text = describeRunning(running, 'http://127.0.0.1:8081/console#key=k');
  expect(text).toContain('http://127.0.0.1:8080/docs');
  expect(text).toContain('http://127.0.0.1:8081/console#key=k');
});

describe('npm start rejects, in one line and before any work,', () => {
  it.each([
    [{ PORT: 'abc' }, 'PORT=abc is not a port: it must be a number from 1 to 65535'],
    [{ PROXY_PORT: '65536' }, 'PROXY_PORT=65536 is not a port: it must be a number from 1 to 65535'],
    [{ VELOCITY_JAR: 'package.json' }, 'VELOCITY_JAR=package.json is not a Velocity'],
  ])('%j', async (env, message) => {
    expect(await start(env)).toStrictEqual({ code: 1, stdout: '', stderr: `feature-control: ${message}\n` });
  });

  it('a REDIS_URL of another kind, without repeating it', async () => {
    const { code, stdout, stderr } = await start({ REDIS_URL: 'redis//secret@host' });
    expect({ code, stdout }).toStrictEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^feature-control: REDIS_URL must begin with redis:\/\/.*\n$/);
    expect(stderr).not.toContain('secret');
  });

  it('an unknown option', async () => {
    const stderr = 'feature-control: --port is not an option: see npm start -- --help\n';
    expect(await start({}, '--port', '80')).toStrictEqual({ code: 1, stdout: '', stderr });
  });
});

describe('npm start -- --help', () => {
  it('names every setting', async () => {
    const { code, stdout } = await start({ PORT: 'abc' }, '--help');
    expect(code).toBe(0);
    for (const name of [
      'REDIS_URL',
      'KEY_PREFIX',
      'HOST',
      'PORT',
      'PROXY_PORT',
      'ADMIN_PORT',
      'VELOCITY_JAR',
      'FC_RUN_DIRECTORY',
      'NO_COLOR',
    ]) {
      expect(stdout).toMatch(new RegExp(String.raw`^ +${name}\s`, 'm'));
    }
  });
});
