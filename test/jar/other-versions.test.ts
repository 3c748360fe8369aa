import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runProgram } from '../../admin/cli/program.ts';
import { GLOBAL_LIST } from '../../shared/feature-control/blocklist-name.ts';
import { subjectOf } from '../../shared/rate-limit/rate-limit.ts';
import { startAdminServerUnderTest } from '../admin/server/admin-server-under-test.ts';
import type { AdminServerUnderTest } from '../admin/server/admin-server-under-test.ts';
import { eventually } from '../support/eventually.ts';
import { testRedisUrl } from '../support/redis/redis.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { joinAdmin, replyTo } from './admin.ts';
import { check } from './ask.ts';
import { PATIENCE, START_TIMEOUT_MS, startProxy } from './start-proxy.ts';

const NOW = Date.now();
const HEARTBEAT = { kind: 'proxy', health: 'ok', startedAt: NOW, clock: NOW, seenAt: NOW };
const CHANGE = { list: 'global', feature: 'fly', before: 'free', after: 'blocked', actor: 'Ada' };

let admin: AdminServerUnderTest;
let proxy: StandIn;
let keyPrefix: string;

/** Writes what an older and a newer version would have written to the Redis that all programs share. */
beforeAll(async () => {
  admin = await startAdminServerUnderTest();
  const { keys, redis } = admin;
  keyPrefix = keys.servers.replace(/server:$/, '');
  await redis.hset(keys.nodeOf('old'), { ...HEARTBEAT, name: 'old', version: '0.0.1' });
  const unknown = { temperature: '5', planets: '{"mars":1}', lists: 'many' };
  await redis.hset(keys.nodeOf('new'), { ...HEARTBEAT, ...unknown, name: 'new', version: '99.0.0' });
  await redis.hset(keys.nodeOf('probe'), { ...HEARTBEAT, kind: 'probe', name: 'probe', version: '99.0.0' });
  const write = async (change: Readonly<Record<string, string>>) =>
    await redis.xadd(keys.auditKey(GLOBAL_LIST), '*', ...Object.entries(change).flat());
  await write({ ...CHANGE, source: 'telepathy', feature: 'unknown' });
  await write({ ...CHANGE, source: 'api', mood: 'good' });
  await redis.sadd(keys.blocklistGlobal, 'fly');
  proxy = await startProxy({ redisUrl: testRedisUrl(), keyPrefix });
}, START_TIMEOUT_MS);

afterAll(async () => {
  await proxy.stop();
  await admin.redis.del(...(await admin.redis.keys(`${keyPrefix}*`)));
  await admin.stop();
});

async function runCli(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const out = (line: string) => void lines.push(line);
  const environment = { REDIS_URL: testRedisUrl(), KEY_PREFIX: keyPrefix };
  expect(await runProgram(args, { environment, nowMs: () => Date.now(), out, err: out })).toBe(0);
  return lines.join('\n');
}

it('the plugin answers, honours a permit of another format, and shows what it understands of the history', async () => {
  const { keys, redis } = admin;
  const [uuid, free] = [randomUUID(), await proxy.join({ connected: true })];
  await redis.set(keys.rateLimitOf(subjectOf('checkFeatures', uuid)), '{"version":9}', 'PX', 600_000);
  expect((await check(free, 'my-mod', ['fly'])).payload?.blocklist).toEqual(['fly']);
  const limited = await proxy.join({ uuid, connected: true });
  expect((await check(limited, 'my-mod', ['fly'])).error).toBe('RATE_LIMITED');
  const history = await replyTo(proxy, await joinAdmin(proxy, 'history'), 'history', PATIENCE);
  expect(history).toContain('fly');
  expect(history).not.toContain('unknown');
});

it('the command line shows programs of other versions, and the history', async () => {
  const status = await runCli('status');
  expect(status).toMatch(/^proxy +old +0\.0\.1 /m);
  expect(status).toMatch(/^proxy +new +99\.0\.0 /m);
  expect(await runCli('doctor')).toContain('proxy new (99.0.0), proxy old (0.0.1)');
  expect(await runCli('history')).toMatch(/fly.*Ada/);
});

it("the admin's server shows the same, and logs what it does not understand", async () => {
  const token = await admin.issue('metrics:read blocklists:read');
  const isShown = async (): Promise<boolean> => {
    const { body } = await admin.ask('/v1/console/nodes', token);
    return ['old', 'new'].every((name) => JSON.stringify(body).includes(`"name":"${name}"`));
  };
  await eventually(isShown, { what: 'both programs' });
  expect(String((await admin.ask('/metrics', token)).body)).toContain('version="99.0.0"');
  const { body } = await admin.ask('/v1/history', token);
  expect(body).toMatchObject({ changes: [{ feature: 'fly', source: 'api' }] });
  expect(admin.logger.at('warn').join()).toContain(admin.keys.nodeOf('probe'));
});
