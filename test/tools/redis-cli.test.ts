import { describe, expect, it } from '@jest/globals';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { runProgram } from '../support/processes/run-program.ts';

const redisCli = async (env: NodeJS.ProcessEnv, ...args: string[]) =>
  await runProgram(['tools/start/redis-cli.mjs', ...args], env);

describe('npm run redis-cli', () => {
  const key = `${uniquePrefix()}list`;

  it.each([
    [['EXISTS', key], '(integer) 0'],
    [['LPOP', key], '(nil)'],
    [['LRANGE', key, '0', '-1'], '(empty array)'],
    [['RPUSH', key, 'one', 'two words', 'ü"'], '(integer) 3'],
    [['LINDEX', key, '1'], '"two words"'],
    [['LRANGE', key, '0', '-1'], '1) "one"\n2) "two words"\n3) "ü\\""'],
    [
      ['ECHO', 'a\u001b[31m\u009b2J\u0085\u2028\u202e§c'],
      String.raw`"a\u001b[31m\u009b2J\u0085\u2028\u202e\u00a7c"`,
    ],
    [['XADD', `${key}-stream`, '7-1', 'rate', '1'], '"7-1"'],
    [['XRANGE', `${key}-stream`, '-', '+'], '1) 1) "7-1"\n   2) 1) "rate"\n      2) "1"'],
    [['DEL', key, `${key}-stream`], '(integer) 2'],
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
    const none = { code: 0, stdout: '', stderr: '' };
    expect(await redisCli(env, '--scan', '--pattern', `${key}-[ab]`)).toStrictEqual(none);
  });

  it.each([
    [
      ['--rdb', 'backup.rdb'],
      /^feature-control: --rdb is not supported here; the only option is --scan .*\n$/,
    ],
    [['--scan', '--count', '7'], /^feature-control: Unknown option '--count'.*\n$/],
  ])('refuses %j', async (command, reason) => {
    const { code, stderr } = await redisCli({ REDIS_URL: testRedisUrl() }, ...command);
    expect(code).toBe(1);
    expect(stderr).toMatch(reason);
  });

  it.each([
    ['redis://secret@127.0.0.1', /REDIS_URL must have user:password@/],
    ['redis-cluster://secret', /REDIS_URL must name a single server/],
  ])('refuses %s', async (url, reason) => {
    const { code, stderr } = await redisCli({ REDIS_URL: url }, 'PING');
    expect(code).toBe(1);
    expect(stderr).toMatch(reason);
    expect(stderr).not.toContain('secret');
  });

  it('reports that Redis is unreachable', async () => {
    const { code, stderr } = await redisCli({ REDIS_URL: 'redis://127.0.0.1:1' }, 'PING');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^feature-control: .+\n$/);
  });
});
