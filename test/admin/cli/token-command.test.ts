import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { runProgram } from '../../../admin/cli/program.ts';
import { hashOf, isTokenText } from '../../../admin/server/token.ts';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { redisNowMs } from '../../support/redis/redis-now.ts';
import { testRedisUrl, uniquePrefix } from '../../support/redis/redis.ts';
import { runProgram as runProcess } from '../../support/processes/run-program.ts';

const NOW_MS = Date.UTC(2026, 0, 31, 12);
const redis = new Redis(testRedisUrl());

afterAll(() => {
  redis.disconnect();
});

describe('feature-control token', () => {
  let environment: Record<string, string>;
  let keys: RedisKeys;

  beforeEach(() => {
    environment = { REDIS_URL: testRedisUrl(), KEY_PREFIX: uniquePrefix() };
    keys = new RedisKeys(environment['KEY_PREFIX'] ?? '');
  });

  const run = async (...args: string[]) => {
    const printed = { out: '', err: '' };
    const out = (line: string): void => void (printed.out += `${line}\n`);
    const err = (line: string): void => void (printed.err += `${line}\n`);
    // The machine's clock is a century ahead of Redis's.
    const nowMs = (): number => NOW_MS + 100 * 31_536_000_000;
    const code = await runProgram(args, { environment, out, err, nowMs });
    return { code, ...printed };
  };

  it('issues a token as the only line on standard output, and stores only its hash', async () => {
    const { code, out, err } = await run(
      'token',
      'issue',
      'grafana',
      '--scopes',
      'metrics:read',
      '--expires',
      '30d',
    );
    expect(code).toBe(0);
    const text = out.trimEnd();
    expect(isTokenText(text)).toBe(true);
    expect(err).not.toContain(text);
    const key = keys.tokenOf(hashOf(text));
    const { createdAt, expiresAt, ...rest } = await redis.hgetall(key);
    expect(rest).toEqual({ name: 'grafana', scopes: 'metrics:read' });
    expect(Number(createdAt)).toBeLessThanOrEqual(await redisNowMs(redis));
    expect(Number(expiresAt) - Number(createdAt)).toBe(30 * 86_400_000);
    expect(await redis.pexpiretime(key)).toBe(Number(expiresAt));
    expect(await redis.keys(`*${text}*`)).toEqual([]);
  });

  it('issues a different token each time, without expiry by default', async () => {
    const first = await run('token', 'issue', 'one', '--scopes', 'metrics:read');
    const second = await run('token', 'issue', 'two', '--scopes', 'metrics:read');
    expect(first.out).not.toBe(second.out);
    expect(await redis.ttl(keys.tokenOf(hashOf(first.out.trimEnd())))).toBe(-1);
  });

  it('refuses a name that is in use', async () => {
    await run('token', 'issue', 'grafana', '--scopes', 'metrics:read');
    expect(await run('token', 'issue', 'grafana', '--scopes', 'metrics:read')).toMatchObject({
      code: 1,
      out: '',
    });
  });

  it('lists the owners of tokens, and never a token', async () => {
    expect(await run('token', 'list')).toEqual({ code: 0, out: '', err: 'There are no tokens.\n' });
    const { out: text } = await run('token', 'issue', 'grafana', '--scopes', 'metrics:read,blocklists:read');
    const { out } = await run('token', 'list');
    expect(out).toContain('grafana');
    expect(out).toContain('blocklists:read metrics:read');
    expect(out).toContain('never');
    expect(out).not.toContain(text.trimEnd());
    const hash = hashOf(text.trimEnd());
    expect(JSON.parse((await run('token', 'list', '--json')).out)).toEqual([
      expect.objectContaining({ hash }),
    ]);
  });

  it('revokes by name, and by a prefix of the hash', async () => {
    const { out } = await run('token', 'issue', 'grafana', '--scopes', 'metrics:read');
    expect((await run('token', 'revoke', 'grafana')).code).toBe(0);
    expect(await redis.exists(keys.tokenOf(hashOf(out.trimEnd())))).toBe(0);
    const { out: other } = await run('token', 'issue', 'other', '--scopes', 'metrics:read');
    expect((await run('token', 'revoke', hashOf(other.trimEnd()).slice(0, 8))).code).toBe(0);
    expect(await run('token', 'revoke', 'other')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no token'),
    });
  });

  it('revokes nothing if several tokens match', async () => {
    const fields = { name: 'twin', scopes: 'metrics:read', createdAt: '1' };
    for (const digit of ['1', '2']) await redis.hset(keys.tokenOf(`abcdabcd${digit}`), fields);
    expect(await run('token', 'revoke', 'twin')).toMatchObject({ code: 1 });
    expect(await run('token', 'revoke', 'abcdabcd')).toMatchObject({ code: 1 });
    expect(await redis.keys(`${keys.tokens}*`)).toHaveLength(2);
    expect((await run('token', 'revoke', 'abcdabcd2')).code).toBe(0);
  });

  it.each([
    [['token', 'issue']],
    [['token', 'issue', 'a']],
    [['token', 'issue', '', '--scopes', 'metrics:read']],
    [['token', 'issue', 'two\nlines', '--scopes', 'metrics:read']],
    [['token', 'issue', 'a', '--scopes', 'all']],
    [['token', 'issue', 'a', '--scopes', 'metrics:read', '--expires', 'soon']],
    [['token', 'drop', 'a']],
    [['tokens']],
    [['token', 'revoke']],
    [['--verbose']],
  ])('ends with code 2 and changes nothing for invalid arguments: %j', async (args) => {
    const { code, out, err } = await run(...args);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain('error:');
    expect(await redis.keys(`${keys.tokens}*`)).toEqual([]);
  });

  it('prints help on standard output, and ends well', async () => {
    const { code, out } = await run('token', 'issue', '--help');
    expect(code).toBe(0);
    expect(out).toContain('--scopes <list>');
  });

  it('names the address of an unreachable Redis, without the password', async () => {
    environment['REDIS_URL'] = 'redis://user:secret@127.0.0.1:1';
    const { code, err } = await run('token', 'list');
    expect(code).toBe(2);
    expect(err).toMatch(/Redis at 127\.0\.0\.1:1 cannot be reached/);
    expect(err).not.toContain('secret');
    environment['REDIS_URL'] = 'no url';
    expect(await run('token', 'list')).toMatchObject({ code: 2, err: expect.stringContaining('REDIS_URL') });
  });

  it('prints no control character of a stored name to a terminal, for any command', async () => {
    const name = 'a\n\u001b[31mb\u0085\u009b2J\u2028\u202ec\u007f\u200b§4';
    const shown = String.raw`a\u000a\u001b[31mb\u0085\u009b2J\u2028\u202ec\u007f\u200b\u00a74`;
    const [env, program] = [{ ...process.env, ...environment }, 'tools/command-line/feature-control.mjs'];
    const fields = { name, scopes: 'metrics:read', createdAt: '1' };
    await redis.hset(keys.tokenOf('abcdabcdabcdabcd'), fields);
    await redis.hset(keys.tokenOf('abcdabcdabcdabce'), { ...fields, name: 'plain' });
    const table = (await runProcess([program, 'token', 'list'], env)).stdout;
    expect(table).not.toMatch(/[^\P{C}\n]/u);
    const lines = table.split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain(` ${shown} `);
    expect(lines[2]?.indexOf('metrics:read')).toBe(lines[1]?.indexOf('metrics:read'));
    const json = (await runProcess([program, 'token', 'list', '--json'], env)).stdout;
    expect(json).not.toMatch(/[^\P{C}\n]/u);
    expect(JSON.parse(json)).toContainEqual(expect.objectContaining({ name }));
    const revoked = await runProcess([program, 'token', 'revoke', 'abcdabcdabcdabcd'], env);
    expect(revoked.stderr).toBe(`Revoked the token of ${shown}.\n`);
    const unknown = await runProcess([program, 'token', 'revoke', 'x\u001b[31m'], env);
    expect(unknown.stderr).toContain(String.raw`there is no token x\u001b[31m`);
    expect((await runProcess([program, 'x\u009b31m'], env)).stderr).toContain(String.raw`x\u009b31m`);
  });

  it('runs as the program of the package', async () => {
    const env = { ...process.env, ...environment };
    const args = [
      'tools/command-line/feature-control.mjs',
      'token',
      'issue',
      'grafana',
      '--scopes',
      'metrics:read',
    ];
    const { code, stdout } = await runProcess(args, env);
    expect(code).toBe(0);
    expect(await redis.exists(keys.tokenOf(hashOf(stdout.trimEnd())))).toBe(1);
  });
});
