import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { redisNowMs } from '../support/redis/redis-now.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { check } from './ask.ts';
import { expectQuietLog } from './log-expectations.ts';
import { redisSettings, sharedProxy } from './shared-proxy.ts';
import { START_TIMEOUT_MS } from './start-proxy.ts';
import { messageTo, subscribe } from './subscribing.ts';

const LONG = 10_000;
/** A feature of the long list that has a timed block, too. */
const IN_BOTH = 'feature-0';

const keyPrefix = uniquePrefix();
const keys = new RedisKeys(keyPrefix);
const long = keys.blocklistOf('long-mod');
const timedInLong = keys.timedOfBlocklist(long);
let redis: Redis;
let proxy: StandIn;

beforeAll(async () => {
  redis = new Redis(testRedisUrl());
  await redis.sadd(keys.blocklistGlobal, 'fly', 'x-ray');
  await redis.sadd(keys.blocklistOf('my-mod'), 'minimap');
  await redis.sadd(long, ...Array.from({ length: LONG }, (_, index) => `feature-${index}`));
  const laterMs = (await redisNowMs(redis)) + 3_600_000;
  await redis.zadd(timedInLong, laterMs, 'timed', laterMs, IN_BOTH);
  proxy = await sharedProxy(`${redisSettings(keyPrefix)}[limits.check-features]\nmax-requests = 1000\n`);
}, START_TIMEOUT_MS);

afterAll(async () => {
  await redis.del(keys.blocklistGlobal, keys.blocklistOf('my-mod'), long, timedInLong);
  redis.disconnect();
});

describe('another plugin that uses the FeatureControlApi', () => {
  it('reads the lists from its start on [G73]', async () => {
    await proxy.untilLogged(/Blocked for all: \[fly, x-ray\]/);
    await proxy.runCommand('blocked my-mod minimap');
    await proxy.untilLogged(/minimap of my-mod: true/);
    await proxy.runCommand('blocked other-mod minimap');
    await proxy.untilLogged(/minimap of other-mod: false/);
    await proxy.runCommand('blocked other-mod fly');
    await proxy.untilLogged(/fly of other-mod: true/);
  });

  it(`reads a list of ${LONG} features with a timed block, which ends [G67, G73]`, async () => {
    await proxy.untilLogged(/Blocked for all/);
    await proxy.runCommand(`blocked long-mod feature-${LONG - 1}`);
    await proxy.untilLogged(new RegExp(`feature-${LONG - 1} of long-mod: true`));
    await proxy.runCommand('blocked long-mod timed');
    await proxy.untilLogged(/timed of long-mod: true/);
    const nowMs = await redisNowMs(redis);
    await redis.zadd(timedInLong, nowMs + 200, IN_BOTH, nowMs + 1000, 'timed');
    await proxy.untilLogged(/Changed for long-mod: \+\[\] -\[timed\]/);
    // The end of the other block changes nothing.
    expect(proxy.log.filter((line) => line.includes('Changed for long-mod'))).toHaveLength(1);
    await proxy.runCommand('blocked long-mod timed');
    await proxy.untilLogged(/timed of long-mod: false/);
  });

  it('is notified of changed lists, and reads their new contents [G73]', async () => {
    await redis.multi().srem(keys.blocklistGlobal, 'fly').sadd(keys.blocklistGlobal, 'zoom').exec();
    await proxy.untilLogged(/Changed for all: \+\[zoom\] -\[fly\]/);
    await proxy.runCommand('blocked third-mod zoom');
    await proxy.untilLogged(/zoom of third-mod: true/);
    await redis.del(keys.blocklistOf('my-mod'));
    await proxy.untilLogged(/Changed for my-mod: \+\[\] -\[minimap\]/);
  });

  it('is notified of answers and events sent to players [G73]', async () => {
    const player = await proxy.join({ connected: true, name: 'Steve' });
    await check(player, 'checking', ['a', 'x-ray']);
    await proxy.untilLogged(/Answered checking of Steve: \[x-ray\]/);
    await subscribe(player, { subscribing: ['speed', 'x-ray'] });
    await proxy.untilLogged(/Answered subscribing of Steve: \[x-ray\]/);
    await redis.sadd(keys.blocklistGlobal, 'speed');
    await messageTo(player, 3);
    await proxy.untilLogged(/Answered subscribing of Steve: \[speed, x-ray\]/);
  });

  it('checks features for a player, without using the permit of that player [G73]', async () => {
    const player = await proxy.join({ connected: true, name: 'Alex' });
    await proxy.runCommand('blocked my-mod x-ray', player);
    await proxy.untilLogged(/For Alex: \[x-ray\]/);
    expect(await redis.keys(`${keyPrefix}ratelimit:*${player.uuid}`)).toEqual([]);
  });

  it('still reads the lists after a reload of the settings, without warnings in the log [G73]', async () => {
    await proxy.runCommand('featurecontrol reload');
    await proxy.untilLogged(/Settings reloaded/);
    await redis.sadd(keys.blocklistOf('reloaded-mod'), 'freecam');
    await proxy.untilLogged(/Changed for reloaded-mod: \+\[freecam\] -\[\]/);
    await redis.del(keys.blocklistOf('reloaded-mod'));
    expectQuietLog(proxy);
  });
});

describe('listeners of another plugin', () => {
  const logged = (pattern: RegExp) => proxy.log.filter((line) => pattern.test(line));

  it('that throw are logged, and further listeners are still called [G73]', async () => {
    await proxy.runCommand('listening fail');
    await redis.sadd(keys.blocklistOf('failing-mod'), 'fly');
    await proxy.untilLogged(/ERROR\] \[feature-control\]: A listener of another plugin failed/);
    await proxy.untilLogged(/a listener that fails at failing-mod/);
    await proxy.untilLogged(/a checked exception at failing-mod/);
    await proxy.untilLogged(/After the failure: Optional\[failing-mod\]/);
    await proxy.runCommand('listening close');
    await proxy.untilLogged(/Closed after 0 calls/);
    await redis.del(keys.blocklistOf('failing-mod'));
    await proxy.untilLogged(/Changed for failing-mod: \+\[\] -\[fly\]/);
    expect(logged(/After the failure: .*failing-mod/)).toHaveLength(1);
  });
});
