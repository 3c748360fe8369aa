import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { GLOBAL_LIST } from '../../shared/feature-control/blocklist-name.ts';
import { subjectOf } from '../../shared/rate-limit/rate-limit.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { joinAdmin, replyTo } from './admin.ts';
import { check } from './ask.ts';
import { PATIENCE, START_TIMEOUT_MS, startProxy } from './start-proxy.ts';

const CHANGE = { list: 'global', feature: 'fly', before: 'free', after: 'blocked', actor: 'Ada' };

const keyPrefix = uniquePrefix();
const keys = new RedisKeys(keyPrefix);
let redis: Redis;
let proxy: StandIn;

/** Writes what a newer version would have written to the Redis that all programs share. */
beforeAll(async () => {
  redis = new Redis(testRedisUrl());
  const write = async (change: Readonly<Record<string, string>>) =>
    await redis.xadd(keys.historyKey(GLOBAL_LIST), '*', ...Object.entries(change).flat());
  await write({ ...CHANGE, source: 'telepathy', feature: 'unknown' });
  await write({ ...CHANGE, source: 'api', mood: 'good' });
  await redis.sadd(keys.blocklistGlobal, 'fly');
  proxy = await startProxy({ redisUrl: testRedisUrl(), keyPrefix });
}, START_TIMEOUT_MS);

afterAll(async () => {
  await proxy.stop();
  redis.disconnect();
});

/** Heartbeats of other versions are in test/admin: server/metrics, cli/doctor-command. */
it('the plugin answers, honours a permit of another format, and shows what it understands of the history', async () => {
  const [uuid, free] = [randomUUID(), await proxy.join({ connected: true })];
  await redis.set(keys.rateLimitOf(subjectOf('checkFeatures', uuid)), '{"version":9}', 'PX', 600_000);
  expect((await check(free, 'my-mod', ['fly'])).payload?.blocklist).toEqual(['fly']);
  const limited = await proxy.join({ uuid, connected: true });
  expect((await check(limited, 'my-mod', ['fly'])).error).toBe('RATE_LIMITED');
  const history = await replyTo(proxy, await joinAdmin(proxy, 'history'), 'history', PATIENCE);
  expect(history).toContain('fly');
  expect(history).not.toContain('unknown');
});
