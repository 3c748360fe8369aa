import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { checkFeatures } from '../../shared/feature-control/check-features.ts';
import { subjectOf } from '../../shared/rate-limit/rate-limit.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import { redisNowMs } from '../support/redis/redis-now.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { CHANNEL, check } from './ask.ts';
import { redisSettings, sharedProxy } from './shared-proxy.ts';
import { PATIENCE, START_TIMEOUT_MS } from './start-proxy.ts';

const SETTINGS =
  '[scopes]\nservers = true\nexempt-permission = "network.exempt"\n[bridges]\nenabled = ["midnight-controls"]\n';

describe('timed blocks and scopes in the built jar', () => {
  const keyPrefix = uniquePrefix();
  const keys = new RedisKeys(keyPrefix);
  const until = keys.timedOfBlocklist(keys.blocklistGlobal);
  let redis: Redis;
  let proxy: StandIn;

  beforeAll(async () => {
    redis = new Redis(testRedisUrl());
    proxy = await sharedProxy(redisSettings(keyPrefix) + SETTINGS);
  }, START_TIMEOUT_MS);

  afterAll(() => {
    redis.disconnect();
  });

  const blocked = async (...features: string[]): Promise<readonly string[]> =>
    (await check(await proxy.join({ connected: true }), 'my-mod', features)).payload?.blocklist ?? ['?'];

  it('begin with a plain ZADD, and end without a write [G48, G67]', async () => {
    await redis.zadd(until, (await redisNowMs(redis)) + 3_600_000, 'fly');
    await eventually(async () => (await blocked('fly', 'zoom')).join() === 'fly', { what: 'the block' });
    await redis.zadd(until, (await redisNowMs(redis)) + 2000, 'fly');
    await eventually(async () => (await blocked('fly')).length === 0, { what: 'its end' });
    expect(await redisNowMs(redis)).toBeGreaterThanOrEqual(Number(await redis.zscore(until, 'fly')));
  });

  /** Sends a request of a player whose permit is removed first. */
  const answerOf = async (player: StandInPlayer, ...features: string[]): Promise<readonly string[]> => {
    await redis.del(keys.rateLimitOf(subjectOf(checkFeatures.name, player.uuid)));
    return (await check(player, 'my-mod', features)).payload?.blocklist ?? ['?'];
  };

  it('apply on one game server, and a switch takes effect with the next answer [G70]', async () => {
    const player = await proxy.join({ connected: true });
    await player.switchServer('arena');
    await redis.sadd(keys.blocklistOfServer('arena'), 'speed');
    await eventually(async () => (await answerOf(player, 'speed')).join() === 'speed', { what: 'the block' });
    await player.switchServer('lobby');
    expect(await answerOf(player, 'speed')).toEqual([]);
    await player.switchServer('arena');
    expect(await answerOf(player, 'speed')).toEqual(['speed']);
  });

  it('block nothing for a player while the player has the permission [G70]', async () => {
    await redis.sadd(keys.blocklistGlobal, 'reach');
    const player = await proxy.join({ connected: true });
    await eventually(async () => (await answerOf(player, 'reach')).join() === 'reach', { what: 'the block' });
    await player.permit('network.exempt');
    expect(await answerOf(player, 'reach')).toEqual([]);
    await player.permit('network.exempt', 'false');
    expect(await answerOf(player, 'reach')).toEqual(['reach']);
    expect(proxy.log.filter((line) => line.includes('are exempt from all blocklists'))).toHaveLength(1);
  });

  it('push the changes of a switch of servers and of the end of a block [G65, G70]', async () => {
    const player = await proxy.join({ connected: true });
    await player.switchServer('lobby');
    await redis.sadd(keys.blocklistOfServer('arena'), 'speed');
    const subscription = { client: 'my-mod', features: ['speed', 'blink'] };
    const request = { id: '1', method: 'subscribe', payload: { subscriptions: [subscription] } };
    await player.send(CHANNEL, JSON.stringify(request));
    expect(JSON.parse((await player.next()).bytes.toString())).toMatchObject({ ok: true });
    const pushed = async () =>
      JSON.parse((await player.next()).bytes.toString()) as {
        payload: { subscriptions: readonly { blocklist: readonly string[] }[] };
      };
    await player.switchServer('arena');
    expect((await pushed()).payload.subscriptions[0]?.blocklist).toEqual(['speed']);
    await redis.zadd(until, (await redisNowMs(redis)) + 3_600_000, 'blink');
    expect((await pushed()).payload.subscriptions[0]?.blocklist).toEqual(['speed', 'blink']);
    await redis.zadd(until, (await redisNowMs(redis)) + 1500, 'blink');
    expect((await pushed()).payload.subscriptions[0]?.blocklist).toEqual(['speed']);
  });

  it('report in Redis how many players have subscribed in these tests [G72]', async () => {
    const [key = ''] = await redis.keys(`${keys.programs}*`);
    const isReported = async () => Number(await redis.hget(key, 'subscribers')) >= 1;
    await eventually(isReported, { ...PATIENCE, what: 'a heartbeat with subscribers' });
  });
});
