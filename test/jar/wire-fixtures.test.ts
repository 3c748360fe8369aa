import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import { expectResponse, loadWireFixtures } from '../support/jar/wire-fixtures.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { CHANNEL, check } from './ask.ts';
import { GivenLists } from './given-lists.ts';
import { expectNothingForwarded, expectQuietLog } from './log-expectations.ts';
import { redisSettings, sharedProxy } from './shared-proxy.ts';
import { START_TIMEOUT_MS } from './start-proxy.ts';

/** The fixtures that need Redis. The others are replayed in without-redis.test.ts. */
const FIXTURES = loadWireFixtures().filter(({ given }) => !given.redisNeverReached);

describe('the built jar, in GraalJS', () => {
  const keyPrefix = uniquePrefix();
  const keys = new RedisKeys(keyPrefix);
  let redis: Redis;
  let proxy: StandIn;
  let lists: GivenLists;

  beforeAll(async () => {
    redis = new Redis(testRedisUrl());
    lists = new GivenLists(redis, keyPrefix);
    await redis.sadd(keys.blocklistGlobal, 'fly');
    proxy = await sharedProxy(redisSettings(keyPrefix));
  }, START_TIMEOUT_MS);

  afterAll(() => {
    redis.disconnect();
  });

  const blockedFor = async (features: readonly string[]) => {
    const player = await proxy.join({ connected: true });
    return (await check(player, 'my-mod', features)).payload?.blocklist;
  };

  it('announces the channel, and answers a player on it [F-CHANNEL-1, F-CHANNEL-2, S-GAME-1]', async () => {
    const player = await proxy.join({ connected: true });
    expect(player.announcements.flat()).toContain(CHANNEL);
    const answer = await check(player, 'my-mod', ['fly', 'minimap']);
    expect(answer).toEqual({ id: 'request-1', ok: true, payload: { blocklist: ['fly'] } });
  });

  it('sends nothing without a request, not even when a list changes [P-GAME-2, G47, G48, F-RULE-2, F-RULE-3]', async () => {
    const silent = await proxy.join({ connected: true });
    const asking = await proxy.join({ connected: true });
    await check(asking, 'my-mod', ['fly']);
    await redis.sadd(keys.blocklistOf('my-mod'), 'minimap');
    const isSeen = async () => (await blockedFor(['fly', 'minimap']))?.length === 2;
    await eventually(isSeen, { what: 'the direct write' });
    expect(silent.received).toEqual([]);
    expect(asking.received).toHaveLength(1);
  });

  it.each(FIXTURES.map((fixture) => [fixture.title, fixture] as const))('%s', async (_, fixture) => {
    const { given, method, requestBytes, usesPermit } = fixture;
    await lists.write(given, proxy);
    const player = await proxy.join({ connected: true });
    if (given.playerUsedPermit) await lists.usePermitOf(player, method);
    expect(await player.send(CHANNEL, requestBytes)).toBe('handled');
    const answer = await player.next();
    expect(answer.channel).toBe(CHANNEL);
    expectResponse(fixture, answer.bytes.toString('utf8'));
    if (usesPermit !== undefined && !given.playerUsedPermit)
      expect(await lists.usedPermits(player)).toEqual(usesPermit ? [method] : []);
  });

  it('has forwarded none of these packets, and logged nothing about them [G46, W-PACKET-1]', () => {
    expectNothingForwarded(proxy);
    expectQuietLog(proxy);
  });
});
