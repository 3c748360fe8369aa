import { describe, expect, it } from '@jest/globals';
import { hashOf, isTokenText } from '../../../admin/server/token.ts';
import { redisNowMs } from '../../support/redis/redis-now.ts';
import { runProgram } from '../../support/processes/run-program.ts';
import { useCli } from './run-cli.ts';

const suite = useCli();
const SCOPES = ['--scopes', 'metrics:read'];

/** Issues a token. @returns its text */
const issue = async (name: string, ...options: string[]): Promise<string> => {
  // The clock of this machine is a century ahead of that of Redis.
  const nowMs = (): number => Date.now() + 100 * 31_536_000_000;
  const { code, out, err } = await suite.cli.runWith(
    { nowMs },
    'token',
    'issue',
    name,
    ...SCOPES,
    ...options,
  );
  const [text = ''] = out;
  expect([code, out.length, isTokenText(text), err.join().includes(text)]).toEqual([0, 1, true, false]);
  return text;
};

describe('feature-control token', () => {
  it('issues a token as the only line on standard output, and stores only its hash', async () => {
    const { cli, redis } = suite;
    const text = await issue('grafana', '--expires', '30d');
    const key = cli.keys.tokenOf(hashOf(text));
    const { createdAt, expiresAt, ...others } = await redis.hgetall(key);
    expect(others).toEqual({ name: 'grafana', scopes: 'metrics:read' });
    expect(Number(createdAt)).toBeLessThanOrEqual(await redisNowMs(redis));
    expect(Number(expiresAt) - Number(createdAt)).toBe(30 * 86_400_000);
    expect(await redis.pexpiretime(key)).toBe(Number(expiresAt));
    expect(await redis.keys(`*${text}*`)).toEqual([]);
    const other = await issue('other');
    expect(other).not.toBe(text);
    expect(await redis.ttl(cli.keys.tokenOf(hashOf(other)))).toBe(-1);
  });

  it('refuses a name that is in use', async () => {
    await issue('grafana');
    expect(await suite.cli.run('token', 'issue', 'grafana', ...SCOPES)).toMatchObject({ code: 1, out: [] });
  });

  it('lists the owners of tokens, and never a token', async () => {
    expect(await suite.cli.run('token', 'list')).toEqual({ code: 0, out: [], err: ['There are no tokens.'] });
    const text = await issue('grafana');
    const { out } = await suite.cli.run('token', 'list');
    expect(out[1]).toMatch(/^[0-9a-f]{12} {2}grafana {2}metrics:read .* never$/);
    expect(out.join()).not.toContain(text);
    expect(await suite.cli.json('token', 'list')).toMatchObject([{ hash: hashOf(text) }]);
  });

  it('revokes by name, and by a prefix of the hash, but nothing if several tokens match', async () => {
    const { cli, redis } = suite;
    const text = await issue('grafana');
    expect(await cli.json('token', 'revoke', 'grafana')).toMatchObject({ revoked: { hash: hashOf(text) } });
    expect(await redis.exists(cli.keys.tokenOf(hashOf(text)))).toBe(0);
    const fields = { name: 'twin', scopes: 'metrics:read', createdAt: '1' };
    for (const digit of ['1', '2']) await redis.hset(cli.keys.tokenOf(`abcdabcd${digit}`), fields);
    for (const ambiguous of ['twin', 'abcdabcd', 'grafana'])
      expect((await cli.run('token', 'revoke', ambiguous)).code).toBe(1);
    expect((await cli.run('token', 'revoke', 'abcdabcd2')).code).toBe(0);
    expect(await redis.keys(`${cli.keys.tokens}*`)).toEqual([cli.keys.tokenOf('abcdabcd1')]);
  });

  it.each([
    [['token', 'issue']],
    [['token', 'issue', 'a']],
    [['token', 'issue', 'two\nlines', ...SCOPES]],
    [['token', 'issue', 'a', '--scopes', 'all']],
    [['token', 'issue', 'a', ...SCOPES, '--expires', 'soon']],
    [['token', 'drop', 'a']],
    [['tokens']],
  ])('ends with code 2 and changes nothing for invalid arguments: %j', async (args) => {
    const { code, out, err } = await suite.cli.run(...args);
    expect([code, out, err[0]]).toEqual([2, [], expect.stringMatching(/^error: /)]);
    expect(await suite.redis.keys(`${suite.cli.keys.tokens}*`)).toEqual([]);
  });

  it('names the address of an unreachable Redis, without the password', async () => {
    const listFrom = async (REDIS_URL: string) =>
      await suite.cli.runWith({ environment: { ...suite.cli.environment, REDIS_URL } }, 'token', 'list');
    const { code, err } = await listFrom('redis://user:secret@127.0.0.1:1');
    expect([code, err.join()]).toEqual([
      2,
      expect.stringMatching(/Redis at 127\.0\.0\.1:1 cannot be reached/),
    ]);
    expect(err.join()).not.toContain('secret');
    expect(await listFrom('no url')).toMatchObject({ code: 2, err: [expect.stringContaining('REDIS_URL')] });
  });

  it('prints no control character of a stored name to a terminal, for any command', async () => {
    const { cli, redis } = suite;
    const name = 'a\n\u001b[31mb\u0085\u009b2J\u2028\u202ec\u007f\u200b§4';
    const shown = String.raw`a\u000a\u001b[31mb\u0085\u009b2J\u2028\u202ec\u007f\u200b\u00a74`;
    const run = async (...args: string[]) =>
      await runProgram(['tools/command-line/feature-control.mjs', ...args], {
        ...process.env,
        ...cli.environment,
      });
    const fields = { name, scopes: 'metrics:read', createdAt: '1' };
    await redis.hset(cli.keys.tokenOf('abcdabcdabcdabcd'), fields);
    await redis.hset(cli.keys.tokenOf('abcdabcdabcdabce'), { ...fields, name: 'plain' });
    const lines = (await run('token', 'list')).stdout.split('\n');
    expect(lines.join()).not.toMatch(/\p{C}/u);
    expect(lines[1]).toContain(` ${shown} `);
    expect(lines[2]?.indexOf('metrics:read')).toBe(lines[1]?.indexOf('metrics:read'));
    const json = (await run('token', 'list', '--json')).stdout;
    expect(json).not.toMatch(/[^\P{C}\n]/u);
    expect(JSON.parse(json)).toContainEqual(expect.objectContaining({ name }));
    expect((await run('token', 'revoke', 'abcdabcdabcdabcd')).stderr).toBe(
      `Revoked the token of ${shown}.\n`,
    );
    expect((await run('x\u009b31m')).stderr).toContain(String.raw`x\u009b31m`);
  });
});
