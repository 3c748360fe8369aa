import { describe, expect, it } from '@jest/globals';
import { runProgram } from '../support/processes/run-program.ts';

const start = async (env: NodeJS.ProcessEnv, ...args: string[]) => {
  return await runProgram(['tools/start/start.mjs', ...args], { PATH: process.env['PATH'], ...env });
};

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
});
