import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { eventually } from '../support/eventually.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { buildPluginJar, type StandIn } from '../velocity-stand-in/stand-in.ts';
import { applySettings } from './admin.ts';
import { ask, CHANNEL, check, checkRequest } from './ask.ts';
import { MIDNIGHT_CONTROLS, DENIED, received, untilReceived } from './bridge-messages.ts';
import { expectNothingForwarded } from './log-expectations.ts';
import { PATIENCE, START_TIMEOUT_MS, startProxy } from './start-proxy.ts';

const PROTOCOL_1_8 = 47;
const REQUEST = checkRequest('my-mod', ['fly']);

const keyPrefix = uniquePrefix();
const globalList = `${keyPrefix}blocklist:global`;
let redis: Redis;
let proxy: StandIn;

/**
 * The tests share one proxy and run in this order: with the default settings, then each with settings of its
 * own.
 */
beforeAll(async () => {
  redis = new Redis(testRedisUrl());
  const probeJar = await buildPluginJar('test/velocity-stand-in/probe');
  proxy = await startProxy({ redisUrl: testRedisUrl(), keyPrefix, additionalJars: [probeJar] });
}, START_TIMEOUT_MS);

afterAll(async () => {
  await proxy.stop();
  await redis.del(globalList);
  redis.disconnect();
});

describe('without an enabled bridge', () => {
  it('no channel of a bridge is announced, and no message of a bridge is sent [G64]', async () => {
    await redis.sadd(globalList, 'minimap', 'fast-block-placing');
    const player = await proxy.join({ connected: true });
    await player.send(
      'minecraft:register',
      [MIDNIGHT_CONTROLS, 'xaerominimap:main', 'lunar:apollo'].join('\0'),
    );
    await player.send('feather:client', Buffer.from('0006', 'hex'));
    await player.switchServer('other');
    expect(await check(player, 'my-mod', ['minimap'])).toMatchObject({ ok: true });
    expect(player.announcements.flat().filter((name) => /feather|lunar|labymod/.test(name))).toEqual([]);
    expect(player.received.map(({ channel }) => channel)).toEqual([CHANNEL]);
    expect(player.chat).toEqual([]);
    // The channels of players are remembered, so that enabling the first bridge reaches players who are
    // online.
    await applySettings(proxy, '[bridges]\nenabled = ["badlion", "midnight-controls"]\n');
    await eventually(() => received(player, 'badlion:modapi').length === 1, PATIENCE);
    await untilReceived(player, MIDNIGHT_CONTROLS, [DENIED]);
  });
});

describe('another plugin', () => {
  it('may register our channel as the other kind of identifier [F-CHANNEL-1]', async () => {
    const player = await proxy.join({ connected: true });
    expect(await player.send('probe:echo', `legacy identifier of ${CHANNEL}`)).toBe('handled');
    // The proxy uses the identifier that was registered last.
    expect(await check(player, 'my-mod', ['fly'])).toMatchObject({ ok: true });
    expectNothingForwarded(proxy);
  });
});

describe('clients before 1.13', () => {
  it('are served on the alias of the channel, and newer ones on the channel itself [G19]', async () => {
    await applySettings(proxy, '[channel]\nlegacy-alias = "FC|check"\n');
    const old = await proxy.join({ protocol: PROTOCOL_1_8, connected: true });
    expect(await ask(old, REQUEST, 'FC|check')).toMatchObject({ ok: true });
    expect(old.received[0]?.channel).toBe('FC|check');
    const modern = await proxy.join({ connected: true });
    expect(await ask(modern, REQUEST)).toMatchObject({ ok: true });
    expect(modern.received[0]?.channel).toBe(CHANNEL);
  });

  it('are served on a channel with a short name, even if it is registered as both kinds of identifiers [G19]', async () => {
    const channel = 'fc:feature-control';
    await applySettings(proxy, `[channel]\nnamespace = "fc"\nlegacy-alias = "${channel}"\n`);
    for (const protocol of [PROTOCOL_1_8, undefined]) {
      const player = await proxy.join({ ...(protocol && { protocol }), connected: true });
      expect(await ask(player, REQUEST, channel)).toMatchObject({ ok: true });
      expect(player.received[0]?.channel).toBe(channel);
    }
  });
});
