import { describe, expect, it } from '@jest/globals';
import { hashOf, parseBearer } from '../../../admin/server/access/token.ts';
import { redisNowMs } from '../../support/redis/redis-now.ts';
import { useCli } from './run-cli.ts';

const { json, keys, redis, run, runWith } = useCli();
const SCOPES = ['--scopes', 'metrics:read'];

/** Issues a token. @returns its text */
const issue = async (name: string, ...options: string[]): Promise<string> => {
  // The clock of this machine is a century ahead of that of Redis.
  const nowMs = (): number => Date.now() + 100 * 31_536_000_000;
  const { code, out, err } = await runWith({ nowMs }, 'token', 'issue', name, ...SCOPES, ...options);
  const [text = ''] = out;
  expect([code, out.length, err.join().includes(text)]).toEqual([0, 1, false]);
  expect(parseBearer(`Bearer ${text}`)).toBe(text);
  return text;
};

describe('feature-control token', () => {
  it('issues a token as the only line on standard output, and stores only its hash', async () => {
    const text = await issue('grafana', '--expires', '30d');
    const key = keys.tokenOf(hashOf(text));
    const { createdAt, expiresAt, ...others } = await redis.hgetall(key);
    expect(others).toEqual({ name: 'grafana', scopes: 'metrics:read' });
    expect(Number(createdAt)).toBeLessThanOrEqual(await redisNowMs(redis));
    expect(Number(expiresAt) - Number(createdAt)).toBe(30 * 86_400_000);
    expect(await redis.pexpiretime(key)).toBe(Number(expiresAt));
    expect(await redis.keys(`*${text}*`)).toEqual([]);
    expect(await redis.ttl(keys.tokenOf(hashOf(await issue('other'))))).toBe(-1);
  });

  it('lists the owners of tokens, and never a token', async () => {
    const text = await issue('grafana');
    const { out } = await run('token', 'list');
    expect(out[1]).toMatch(/^[0-9a-f]{12} {2}grafana {2}metrics:read .* never$/);
    expect(out.join()).not.toContain(text);
    expect(await json('token', 'list')).toMatchObject([{ hash: hashOf(text) }]);
  });

  it('revokes by name, and by a prefix of the hash, but nothing if several tokens match', async () => {
    const text = await issue('grafana');
    expect(await run('token', 'issue', 'grafana', ...SCOPES)).toMatchObject({ code: 1, out: [] });
    expect(await json('token', 'revoke', 'grafana')).toMatchObject({ revoked: { hash: hashOf(text) } });
    expect(await redis.exists(keys.tokenOf(hashOf(text)))).toBe(0);
    const fields = { name: 'twin', scopes: 'metrics:read', createdAt: '1' };
    for (const digit of ['1', '2']) await redis.hset(keys.tokenOf(`abcdabcd${digit}`), fields);
    for (const ambiguous of ['twin', 'abcdabcd', 'grafana'])
      expect((await run('token', 'revoke', ambiguous)).code).toBe(1);
    expect((await run('token', 'revoke', 'abcdabcd2')).code).toBe(0);
    expect(await redis.keys(`${keys.tokens}*`)).toEqual([keys.tokenOf('abcdabcd1')]);
  });

  it.each([
    [['token', 'issue', 'two\nlines', ...SCOPES]],
    [['token', 'issue', 'a', '--scopes', 'all']],
    [['token', 'issue', 'a', ...SCOPES, '--expires', 'soon']],
  ])('ends with code 2 and changes nothing for invalid arguments: %j', async (args) => {
    const { code, out, err } = await run(...args);
    expect([code, out, err[0]]).toEqual([2, [], expect.stringMatching(/^error: /)]);
    expect(await redis.keys(`${keys.tokens}*`)).toEqual([]);
  });
});
