import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import { redisNowMs } from '../support/redis/redis-now.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { check } from './ask.ts';
import { START_TIMEOUT_MS, startProxy } from './start-proxy.ts';

describe('timed blocks in the built jar', () => {
  const keyPrefix = uniquePrefix();
  const keys = new RedisKeys(keyPrefix);
  const until = keys.timedBlocklistOf(keys.blocklistGlobal);
  let redis: Redis;
  let proxy: StandIn;

  beforeAll(async () => {
    redis = new Redis(testRedisUrl());
    proxy = await startProxy({ redisUrl: testRedisUrl(), keyPrefix });
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await proxy.stop();
    redis.disconnect();
  });

  const blocked = async (...features: string[]): Promise<readonly string[]> =>
    (await check(await proxy.join({ connected: true }), 'my-mod', features)).payload?.blocklist ?? ['?'];

  it('begin with a plain ZADD, and end by themselves [G48, G67]', async () => {
    await redis.zadd(until, (await redisNowMs(redis)) + 2000, 'fly');
    await eventually(async () => (await blocked('fly', 'zoom')).join() === 'fly', { what: 'the block' });
    await eventually(async () => (await blocked('fly')).length === 0, { what: 'its end' });
    expect(await redisNowMs(redis)).toBeGreaterThanOrEqual(Number(await redis.zscore(until, 'fly')));
  });

  it('end early where somebody removes them, and last where one is for good [G48, G67]', async () => {
    await redis.zadd(until, (await redisNowMs(redis)) + 3_600_000, 'zoom', 'inf', 'map');
    await eventually(async () => (await blocked('zoom', 'map')).length === 2, { what: 'the blocks' });
    await redis.zrem(until, 'zoom');
    await eventually(async () => (await blocked('zoom', 'map')).join() === 'map', { what: 'the removal' });
  });
});
