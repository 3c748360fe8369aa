import { subjectOf } from '../../shared/rate-limit/rate-limit.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { checkFeatures } from '../../shared/feature-control/check-features.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { check } from './ask.ts';
import { START_TIMEOUT_MS, startProxy } from './start-proxy.ts';

describe('two proxies on one Redis', () => {
  const keyPrefix = uniquePrefix();
  const keys = new RedisKeys(keyPrefix);
  let redis: Redis;
  let proxies: readonly [StandIn, StandIn];

  beforeAll(async () => {
    redis = new Redis(testRedisUrl());
    const options = { redisUrl: testRedisUrl(), keyPrefix };
    proxies = await Promise.all([startProxy(options), startProxy(options)]);
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await Promise.all(proxies.map((proxy) => proxy.stop()));
    redis.disconnect();
  });

  const asks = async (proxy: StandIn, uuid: string) => {
    const player = await proxy.join({ uuid, connected: true });
    const answer = await check(player, 'my-mod', ['fly']);
    await player.disconnect();
    return answer;
  };

  it('hold the limit of a player together [F-RATE-1, F-RATE-2, G43, L-GAME-2]', async () => {
    const uuid = randomUUID();
    expect(await asks(proxies[0], uuid)).toMatchObject({ ok: true });
    expect(await asks(proxies[1], uuid)).toEqual({
      id: 'request-1',
      ok: false,
      error: 'RATE_LIMITED',
      message: expect.stringMatching(/^Try again in (?:9|10) seconds\.$/) as unknown,
    });
    expect(await asks(proxies[1], randomUUID())).toMatchObject({ ok: true });
  });

  it('do not lengthen the wait by a refusal, and answer again when it is over [E-RATE-2, G11, G44]', async () => {
    const uuid = randomUUID();
    const permit = keys.rateLimitOf(subjectOf(checkFeatures.name, uuid));
    await asks(proxies[0], uuid);
    const before = await redis.pttl(permit);
    expect(await asks(proxies[1], uuid)).toMatchObject({ error: 'RATE_LIMITED' });
    expect(await redis.pttl(permit)).toBeLessThanOrEqual(before);
    await redis.del(permit);
    await eventually(async () => (await asks(proxies[0], uuid)).ok, { what: 'the end of the wait' });
  });

  it('both show an edit that one plain command makes [G48]', async () => {
    await redis.sadd(keys.blocklistGlobal, 'minimap');
    for (const proxy of proxies) {
      const blocked = async () => {
        const player = await proxy.join({ connected: true });
        return (await check(player, 'my-mod', ['minimap'])).payload?.blocklist.length === 1;
      };
      await eventually(blocked, { what: 'the edit' });
    }
  });
});
