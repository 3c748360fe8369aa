import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { expectResponse, loadWireFixtures } from '../support/jar/wire-fixtures.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { CHANNEL } from './ask.ts';
import { GivenLists } from './given-lists.ts';
import { expectNothingForwarded, expectQuietLog } from './log-expectations.ts';
import { START_TIMEOUT_MS, startProxy } from './start-proxy.ts';

/** Those without Redis are replayed in without-redis.test.ts. */
const FIXTURES = loadWireFixtures().filter(({ given }) => !given.redisNeverReached);

describe('the built jar, in GraalJS', () => {
  const keyPrefix = uniquePrefix();
  let redis: Redis;
  let proxy: StandIn;
  let lists: GivenLists;

  beforeAll(async () => {
    redis = new Redis(testRedisUrl());
    lists = new GivenLists(redis, keyPrefix);
    proxy = await startProxy({ redisUrl: testRedisUrl(), keyPrefix });
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await proxy.stop();
    redis.disconnect();
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

  it('forwarded none of these packets, and logged nothing about them [G46, W-PACKET-1]', () => {
    expectNothingForwarded(proxy);
    expectQuietLog(proxy);
  });
});
