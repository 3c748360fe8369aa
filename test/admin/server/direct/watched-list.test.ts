import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { watchedListKind } from '../../../../admin/server/direct/watched-list.ts';
import { NodeTimers } from '../../../../node/node-timers.ts';
import { createRedisClient } from '../../../../node/redis/redis-client.ts';
import type { RedisClient } from '../../../../node/redis/redis-client.ts';
import { GLOBAL_LIST } from '../../../../shared/feature-control/blocklist-name.ts';
import { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import { testRedisUrl, uniquePrefix } from '../../../support/redis/redis.ts';
import { toRedisEndpoint } from '../../../support/redis/to-redis-endpoint.ts';
import { untilConnected } from '../../../support/redis/until-connected.ts';

describe('watchedListKind', () => {
  const keys = new RedisKeys(uniquePrefix());
  let redis: RedisClient;

  beforeAll(async () => {
    const options = { name: 'watched-list', timers: new NodeTimers(), commandTimeoutMs: 10_000 };
    redis = createRedisClient(toRedisEndpoint(testRedisUrl()), options);
    await untilConnected(redis);
  }, 60_000);

  afterAll(async () => {
    await redis.del(keys.blocklistKey(GLOBAL_LIST), keys.timedBlocklistKey(GLOBAL_LIST));
    redis.disconnect();
  });

  it.each([
    ['set', keys.blocklistKey(GLOBAL_LIST), 'a set'],
    ['until', keys.timedBlocklistKey(GLOBAL_LIST), 'a sorted set'],
  ] as const)('names the type that the key of the part %s should have', async (part, key, expected) => {
    await redis.set(key, 'x');
    const kind = watchedListKind(part, redis, keys);
    expect(await kind.read([key], () => undefined)).toEqual([{ state: 'wrong type', expected }]);
  });
});
