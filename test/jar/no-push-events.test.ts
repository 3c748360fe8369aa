import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { startStandIn, type StandIn } from '../velocity-stand-in/stand-in.ts';
import { check } from './ask.ts';

const keyPrefix = uniquePrefix();
let redis: Redis;
let proxy: StandIn;

beforeAll(async () => {
  redis = new Redis(testRedisUrl());
  proxy = await startStandIn({ redisUrl: testRedisUrl(), keyPrefix });
});

afterAll(async () => {
  await proxy.stop();
  redis.disconnect();
});

it('sends nothing that was not asked for, not even when a list changes [P-GAME-2, G47]', async () => {
  const silent = await proxy.join({ connected: true });
  const asking = await proxy.join({ connected: true });
  await check(asking, 'my-mod', ['fly']);
  await redis.sadd(new RedisKeys(keyPrefix).blocklistGlobal, 'fly');
  const seesEdit = async () => {
    const other = await proxy.join({ connected: true });
    return (await check(other, 'my-mod', ['fly'])).payload?.blocklist.includes('fly');
  };
  await eventually(seesEdit, { what: 'the edit' });
  expect(silent.received).toEqual([]);
  expect(asking.received).toHaveLength(1);
});
