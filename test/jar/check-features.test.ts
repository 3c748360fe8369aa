import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { eventually } from '../support/eventually.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { CHANNEL, check } from './ask.ts';
import { START_TIMEOUT_MS, startProxy } from './start-proxy.ts';

describe('checkFeatures in the built jar', () => {
  const keyPrefix = uniquePrefix();
  let redis: Redis;
  let proxy: StandIn;

  beforeAll(async () => {
    redis = new Redis(testRedisUrl());
    await redis.sadd(`${keyPrefix}blocklist:global`, 'fly');
    proxy = await startProxy({ redisUrl: testRedisUrl(), keyPrefix });
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await proxy.stop();
    redis.disconnect();
  });

  it('announces the channel, and answers a player on it [F-CHANNEL-1, F-CHANNEL-2, S-GAME-1]', async () => {
    const player = await proxy.join({ connected: true });
    expect(player.announcements.flat()).toContain(CHANNEL);
    const answer = await check(player, 'my-mod', ['fly', 'minimap']);
    expect(answer).toEqual({ id: 'request-1', ok: true, payload: { blocklist: ['fly'] } });
  });

  it('shows a plain edit of a list in the next answer [G48, F-RULE-2, F-RULE-3]', async () => {
    await redis.sadd(`${keyPrefix}blocklist:client:my-mod`, 'minimap');
    await eventually(
      async () => {
        const player = await proxy.join({ connected: true });
        const { payload } = await check(player, 'my-mod', ['fly', 'minimap']);
        return payload?.blocklist.length === 2;
      },
      { withinMs: 2000, what: 'the edit' },
    );
  });
});
