import { describe, expect, it } from '@jest/globals';
import { runProgram } from '../support/processes/run-program.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';

const redisCli = async (env: NodeJS.ProcessEnv, ...args: string[]) =>
  await runProgram(['tools/start/redis-cli.mjs', ...args], env);

describe('npm run redis-cli', () => {
  const key = `${uniquePrefix()}list`;

  it.each([
    [['RPUSH', key, 'one', 'two words', 'ü"'], '(integer) 3'],
    [['LRANGE', key, '0', '-1'], '1) "one"\n2) "two words"\n3) "ü\\""'],
    [
      ['ECHO', 'a\u001b[31m\u009b2J\u0085\u2028\u202e§c'],
      String.raw`"a\u001b[31m\u009b2J\u0085\u2028\u202e\u00a7c"`,
    ],
    [['DEL', key], '(integer) 1'],
  ])('sends %j and prints the answer', async (command, answer) => {
    const env = { REDIS_URL: testRedisUrl() };
    expect(await redisCli(env, ...command)).toStrictEqual({ code: 0, stdout: `${answer}\n`, stderr: '' });
  });

  it('finds keys with --scan, one line each', async () => {
    const env = { REDIS_URL: testRedisUrl() };
    await redisCli(env, 'MSET', `${key}-a`, '1', `${key}-b`, '2');
    const { code, stdout } = await redisCli(env, '--scan', '--pattern', `${key}-[ab]`);
    expect([code, stdout.split('\n').sort()]).toStrictEqual([0, ['', `${key}-a`, `${key}-b`]]);
    await redisCli(env, 'DEL', `${key}-a`, `${key}-b`);
  });

  it.each([
    [
      'options that it does not have',
      '',
      ['--rdb', 'dump'],
      '--rdb is not supported here; the only option is --scan .*',
    ],
    ['that Redis is unreachable', 'redis://127.0.0.1:1', ['PING'], '.+'],
  ])('reports %s', async (_, url, args, message) => {
    const { code, stderr } = await redisCli({ REDIS_URL: url === '' ? testRedisUrl() : url }, ...args);
    expect([code, stderr]).toEqual([1, expect.stringMatching(`^feature-control: ${message}\n$`)]);
  });
});
