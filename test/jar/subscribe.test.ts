import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/processes/temporary-directory.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { CHANNEL, check } from './ask.ts';
import { expectNothingForwarded, expectQuietLog } from './log-expectations.ts';
import { PATIENCE, START_TIMEOUT_MS, startProxy } from './start-proxy.ts';
import { messagesTo, messageTo, subscribe, subscribeRequest } from './subscribing.ts';

const PROTOCOL_1_8 = 47;
const PROTOCOL_1_21 = 767;
const ALIAS = 'FC|check';

const keyPrefix = uniquePrefix();
const keys = new RedisKeys(keyPrefix);
let redis: Redis;
let directory: TemporaryDirectory;
let proxies: readonly StandIn[];

const settings = (windowMs: number): string =>
  `[channel]\nlegacy-alias = "${ALIAS}"\n[limits.subscribe]\nwindow-ms = ${windowMs}\n`;

beforeAll(async () => {
  redis = new Redis(testRedisUrl());
  directory = makeTemporaryDirectory();
  directory.write('feature-control/config.toml', settings(10));
  const one = { redisUrl: testRedisUrl(), keyPrefix };
  proxies = await Promise.all([
    startProxy({ ...one, pluginsDirectory: directory.path }),
    startProxy({ ...one, config: settings(10_000) }),
  ]);
}, START_TIMEOUT_MS);

afterEach(async () => {
  await redis.del(keys.blocklistGlobal, keys.blocklistOf('my-mod'), keys.blocklistOf('other-mod'));
});

afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.stop()));
  directory.remove();
  redis.disconnect();
});

const first = (): StandIn => {
  const [proxy] = proxies;
  if (proxy === undefined) throw new Error('no proxy was started');
  return proxy;
};
const join = (protocol = PROTOCOL_1_21, proxy = first()): Promise<StandInPlayer> =>
  proxy.join({ connected: true, protocol });

/** Until the lists are empty again, as far as the proxy knows. */
async function untilNothingBlocked(player: StandInPlayer): Promise<void> {
  await eventually(
    () =>
      messagesTo(player)
        .at(-1)
        ?.payload?.subscriptions.every((one) => one.blocklist.length === 0),
    {
      ...PATIENCE,
      what: 'empty lists',
    },
  );
}

describe('subscriptions in the built jar', () => {
  it('are answered, and followed by an event on every proxy after an edit [G65, P-GAME-1, L-GAME-1]', async () => {
    const players = await Promise.all(proxies.map((proxy) => join(PROTOCOL_1_21, proxy)));
    const silent = await join();
    await redis.sadd(keys.blocklistGlobal, 'fly');
    for (const player of players) {
      await check(player, 'my-mod', ['minimap']);
      await eventually(
        async () => {
          const asking = await join();
          return (await check(asking, 'my-mod', ['fly'])).payload?.blocklist.includes('fly');
        },
        { ...PATIENCE, what: 'the edit' },
      );
      expect(await subscribe(player, { 'my-mod': ['minimap', 'fly'], 'other-mod': ['zoom'] })).toEqual({
        id: 'request-1',
        ok: true,
        payload: {
          revision: 1,
          subscriptions: [
            { client: 'my-mod', blocklist: ['fly'] },
            { client: 'other-mod', blocklist: [] },
          ],
        },
      });
    }
    await redis
      .multi()
      .srem(keys.blocklistGlobal, 'fly')
      .sadd(keys.blocklistOf('my-mod'), 'minimap', 'x')
      .exec();
    for (const player of players)
      expect(await messageTo(player, 3)).toEqual({
        event: 'blocklistChanged',
        payload: {
          revision: 2,
          subscriptions: [
            { client: 'my-mod', blocked: ['minimap'], unblocked: ['fly'], blocklist: ['minimap'] },
          ],
        },
      });
    expect(silent.received).toEqual([]);
  });

  it('have a limit of their own [G65, F-RATE-1]', async () => {
    const player = await join(PROTOCOL_1_21, proxies[1]);
    expect(await subscribe(player, { 'my-mod': ['fly'] })).toMatchObject({ ok: true });
    expect(await subscribe(player, { 'my-mod': ['zoom'] })).toMatchObject({ error: 'RATE_LIMITED' });
    expect(await check(player, 'my-mod', ['zoom'])).toMatchObject({ ok: true });
    await redis.sadd(keys.blocklistGlobal, 'fly', 'zoom');
    expect((await messageTo(player, 4)).payload).toMatchObject({
      revision: 2,
      subscriptions: [{ blocklist: ['fly'] }],
    });
  });

  it('wait for the game where the client was being configured, and follow it to another server [G65, G52]', async () => {
    const player = await first().join({ protocol: PROTOCOL_1_21 });
    const other = await join();
    await subscribe(other, { 'my-mod': ['fly'] });
    await player.connectToBackend();
    await subscribe(player, { 'my-mod': ['fly'] });
    await player.leaveForServer('other');
    await redis.sadd(keys.blocklistGlobal, 'fly');
    await messageTo(other, 2);
    expect(messagesTo(player)).toHaveLength(1);
    await player.connectToBackend();
    expect((await messageTo(player, 2)).payload).toMatchObject({ revision: 2 });
    await redis.srem(keys.blocklistGlobal, 'fly');
    expect((await messageTo(player, 3)).payload).toMatchObject({ revision: 3 });
  });

  it('are served on the channel of a client of 1.8 [G65, G19]', async () => {
    const player = await join(PROTOCOL_1_8);
    await player.send(ALIAS, subscribeRequest({ 'my-mod': ['fly'] }));
    await player.next();
    await redis.sadd(keys.blocklistGlobal, 'fly');
    const { channel, bytes } = await player.next();
    expect(channel).toBe(ALIAS);
    expect(JSON.parse(bytes.toString('utf8'))).toMatchObject({ event: 'blocklistChanged' });
  });

  it('survive a reload of the settings [G65, G55]', async () => {
    const player = await join();
    await subscribe(player, { 'my-mod': ['fly'] });
    await first().runCommand('featurecontrol reload');
    await eventually(() => first().log.some((line) => line.includes('Settings reloaded')), {
      ...PATIENCE,
      what: 'the reload',
    });
    await redis.sadd(keys.blocklistGlobal, 'fly');
    expect((await messageTo(player, 2)).payload).toMatchObject({ revision: 2 });
    await redis.del(keys.blocklistGlobal);
    await untilNothingBlocked(player);
    expect((await messageTo(player, 3)).payload).toMatchObject({ revision: 3 });
  });

  it('never went on to a server, and left no trace in the log [G46]', () => {
    for (const proxy of proxies) {
      expectNothingForwarded(proxy);
      expectQuietLog(proxy);
    }
    expect(CHANNEL).toContain('feature-control');
  });
});
