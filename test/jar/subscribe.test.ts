import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { CHANNEL, check } from './ask.ts';
import { expectNothingForwarded, expectQuietLog } from './log-expectations.ts';
import { untilAnswered } from './read-edits.ts';
import { redisSettings, sharedProxy } from './shared-proxy.ts';
import { PATIENCE, START_TIMEOUT_MS } from './start-proxy.ts';
import { messagesTo, messageTo, subscribe, subscribeRequest } from './subscribing.ts';

const PROTOCOL_1_8 = 47;
const PROTOCOL_1_21 = 767;
const PROTOCOL_1_13 = 393;
const ALIASES = ['FC|check', 'fc:features'] as const;
/** The features that these tests block. */
const EDITED = ['fly', 'zoom', 'minimap', 'x-ray', 'f0-7', 'f1-7'];

const keyPrefix = uniquePrefix();
const keys = new RedisKeys(keyPrefix);
let redis: Redis;
let proxies: readonly StandIn[];

const settings = (windowMs: number, alias: string): string => `${redisSettings(keyPrefix)}
[channel]
legacy-alias = "${alias}"
[limits.check-features]
max-requests = 1000
[limits.subscribe]
window-ms = ${windowMs}
`;

beforeAll(async () => {
  redis = new Redis(testRedisUrl());
  proxies = await Promise.all([
    sharedProxy(settings(10, ALIASES[0])),
    sharedProxy(settings(10_000, ALIASES[1]), '2026'),
  ]);
}, START_TIMEOUT_MS);

afterEach(async () => {
  await redis.del(keys.blocklistGlobal, keys.blocklistOf('my-mod'), keys.blocklistOf('other-mod'));
  // An edit that is read late would cause one more event for the next subscribers.
  for (const client of ['my-mod', 'other-mod'])
    await Promise.all(proxies.map((proxy) => untilAnswered(proxy, EDITED, [], client)));
});

afterAll(() => {
  redis.disconnect();
});

const first = (): StandIn => proxyAt(0);
const second = (): StandIn => proxyAt(1);
function proxyAt(index: number): StandIn {
  const proxy = proxies[index];
  if (proxy === undefined) throw new Error('the proxies were not started');
  return proxy;
}
const join = (protocol = PROTOCOL_1_21, proxy = first()): Promise<StandInPlayer> =>
  proxy.join({ connected: true, protocol });

/** Runs first, while nobody has subscribed on the second proxy. */
describe('a player who does not subscribe', () => {
  it('receives the same bytes whether others have subscribed or not, and only answers [G65, G47, P-GAME-2]', async () => {
    const subscribed = await join();
    await subscribe(subscribed, { 'my-mod': ['fly', 'zoom'] });
    const players = await Promise.all(proxies.map((proxy) => join(PROTOCOL_1_21, proxy)));
    for (const player of players) await check(player, 'my-mod', ['fly', 'zoom']);
    await redis.sadd(keys.blocklistGlobal, 'fly');
    await Promise.all(proxies.map((proxy) => untilAnswered(proxy, ['fly'], ['fly'])));
    await messageTo(subscribed, 2);
    for (const player of players) await check(player, 'my-mod', ['fly', 'zoom']);
    const [one, other] = players.map(({ received }) =>
      received.map(({ bytes, channel }) => `${channel} ${bytes.toString('utf8')}`),
    );
    expect(one).toHaveLength(2);
    expect(other).toEqual(one);
  });
});

describe('subscriptions in the built jar', () => {
  it('are answered, and followed by an event on every proxy after an edit [G65, P-GAME-1, L-GAME-1]', async () => {
    const players = await Promise.all(proxies.map((proxy) => join(PROTOCOL_1_21, proxy)));
    const silent = await join();
    await redis.sadd(keys.blocklistGlobal, 'fly');
    await Promise.all(proxies.map((proxy) => untilAnswered(proxy, ['fly'], ['fly'])));
    for (const player of players) {
      await check(player, 'my-mod', ['minimap']);
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
    await redis.sadd(keys.blocklistOf('my-mod'), 'minimap', 'x');
    for (const player of players)
      expect(await messageTo(player, 3)).toEqual({
        event: 'blocklistChanged',
        payload: {
          revision: 2,
          subscriptions: [
            { client: 'my-mod', blocked: ['minimap'], unblocked: [], blocklist: ['minimap', 'fly'] },
          ],
        },
      });
    expect(silent.received).toEqual([]);
  });

  it('are answered in the configuration phase, and followed by events in the game [G65, G52]', async () => {
    const [player, other] = [await second().join({ protocol: PROTOCOL_1_21 }), await join()];
    expect(await subscribe(player, { 'my-mod': ['fly'] })).toMatchObject({ payload: { revision: 1 } });
    await subscribe(other, { 'my-mod': ['fly'] });
    await redis.sadd(keys.blocklistGlobal, 'fly');
    await messageTo(other, 2);
    expect(messagesTo(player)).toHaveLength(1);
    await player.connectToBackend();
    expect((await messageTo(player, 2)).payload).toMatchObject({ revision: 2 });
  });

  it.each([
    ['startServerSwitch', 'connectToBackend'],
    ['startReconfiguration', 'finishConfiguration'],
  ] as const)('survive %s, after which the events of the meantime are sent [G65]', async (start, end) => {
    const [player, other] = [await join(), await join()];
    for (const one of [player, other]) await subscribe(one, { 'my-mod': ['fly', 'zoom'] });
    await player[start]('other');
    await redis.sadd(keys.blocklistGlobal, 'fly');
    await messageTo(other, 2);
    await player.acknowledgeConfiguration();
    await redis.sadd(keys.blocklistGlobal, 'zoom');
    await messageTo(other, 3);
    expect(messagesTo(player)).toHaveLength(1);
    await player[end]();
    expect((await messageTo(player, 2)).payload?.subscriptions).toMatchObject([{ blocked: ['fly', 'zoom'] }]);
  });

  it.each([
    { alias: ALIASES[0], protocol: PROTOCOL_1_8, proxy: first },
    // As ViaVersion on the proxy presents a client before 1.13.
    { alias: ALIASES[1], protocol: PROTOCOL_1_13, proxy: second },
  ])('are served on $alias to a client of protocol $protocol [G65, G19]', async (given) => {
    const player = await join(given.protocol, given.proxy());
    await player.send(given.alias, subscribeRequest({ 'my-mod': ['fly'] }));
    await player.next();
    await redis.sadd(keys.blocklistGlobal, 'fly');
    const { channel, bytes } = await player.next();
    expect(channel).toBe(given.alias);
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
    expect((await messageTo(player, 3)).payload).toMatchObject({ revision: 3 });
  });

  it('were never forwarded to a server, and are not logged [G46]', () => {
    for (const proxy of proxies) {
      expectNothingForwarded(proxy);
      expectQuietLog(proxy);
    }
    expect(CHANNEL).toContain('feature-control');
  });
});
