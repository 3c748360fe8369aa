import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { DECODERS } from '../../tools/mod/mod-decoders.mjs';
import { eventually } from '../support/eventually.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { applySettings } from './admin.ts';
import { redisSettings, sharedProxy } from './shared-proxy.ts';
import { PATIENCE, START_TIMEOUT_MS } from './start-proxy.ts';
import { messageTo, subscribe } from './subscribing.ts';

const MOD = 'midnight-controls';
const MOD_CHANNEL = 'midnightcontrols:feature';

/** The tests run in this order: a reload to lists that cannot be read, which become readable. */
describe('featurecontrol reload to other data whose lists cannot be read yet', () => {
  const [before, after, empty] = [uniquePrefix(), uniquePrefix(), uniquePrefix()];
  const [listBefore, listAfter] = [before, after].map((prefix) => new RedisKeys(prefix).blocklistGlobal);
  const user = uniquePrefix().replaceAll(':', '-');
  let redis: Redis;
  let proxy: StandIn;
  let player: StandInPlayer;

  const settings = (redisUrl: string, prefix: string): string =>
    `${redisSettings(prefix, redisUrl)}[bridges]\nenabled = ["${MOD}"]\n`;

  beforeAll(async () => {
    redis = new Redis(testRedisUrl());
    await redis.sadd(listBefore ?? '', 'reach-around');
    await redis.sadd(listAfter ?? '', 'fast-block-placing');
    await redis.acl('SETUSER', user, 'on', '>secret', '~*', '&*', '+@all', '-smembers');
    proxy = await sharedProxy(settings(testRedisUrl(), before));
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await redis.acl('DELUSER', user);
    await redis.del(listBefore ?? '', listAfter ?? '');
    redis.disconnect();
  });

  const joinWithMod = async (): Promise<StandInPlayer> => {
    const joined = await proxy.join({ connected: true });
    await joined.send('minecraft:register', MOD_CHANNEL);
    return joined;
  };

  /** Reloads to data that the user of these tests reads. */
  const reload = async (prefix: string): Promise<void> => {
    const url = new URL(testRedisUrl());
    [url.username, url.password] = [user, 'secret'];
    await applySettings(proxy, settings(url.href, prefix));
  };

  /** The states that the player's mod was sent, oldest first. */
  const statesOf = ({ received }: StandInPlayer): unknown[] =>
    received
      .filter(({ channel }) => channel === MOD_CHANNEL)
      .map(({ bytes }) => DECODERS[MOD]?.([{ channel: MOD_CHANNEL, body: [...bytes] }], ''))
      .map((state) => Object.fromEntries(state as Iterable<[string, boolean]>));

  const untilSent = async (to: StandInPlayer, states: readonly object[]): Promise<void> => {
    await eventually(() => statesOf(to).length >= states.length, { ...PATIENCE, what: 'the states' });
    expect(statesOf(to)).toEqual(states);
  };

  const REACH_BLOCKED = { horizontal_reacharound: false, vertical_reacharound: false };
  const REACH_FREE = { horizontal_reacharound: true, vertical_reacharound: true };

  it(
    'keeps the lists of bridges and of the Java API [G18, G73]',
    async () => {
      player = await joinWithMod();
      await untilSent(player, [REACH_BLOCKED]);
      await subscribe(player, { 'my-mod': ['reach-around', 'fast-block-placing'] });
      await proxy.runCommand('blocked my-mod reach-around');
      await proxy.untilLogged(/reach-around of my-mod: true/);
      await reload(after);
      await proxy.runCommand('blocked other-mod reach-around');
      await proxy.untilLogged(/reach-around of other-mod: true/);
      await untilSent(await joinWithMod(), [REACH_BLOCKED]);
      expect(statesOf(player)).toEqual([REACH_BLOCKED]);
    },
    START_TIMEOUT_MS,
  );

  it('uses the lists of the new data once they are loaded [G73]', async () => {
    await redis.acl('SETUSER', user, '+smembers');
    await proxy.untilLogged(/Changed for all: \+\[fast-block-placing\] -\[reach-around\]/);
    await untilSent(player, [REACH_BLOCKED, { ...REACH_FREE, fast_block_placing: false }]);
    const changes = [{ blocked: ['fast-block-placing'], unblocked: ['reach-around'] }];
    expect((await messageTo(player, 2)).payload?.subscriptions).toMatchObject(changes);
  });

  it('sends subscribers an event once it is known that the new data has no lists [G65]', async () => {
    await redis.acl('SETUSER', user, '-scan');
    await reload(empty);
    await redis.acl('SETUSER', user, '+scan');
    const changes = [{ blocked: [], unblocked: ['fast-block-placing'] }];
    expect((await messageTo(player, 3)).payload?.subscriptions).toMatchObject(changes);
  });
});
