import { beforeAll, describe, expect, it } from '@jest/globals';
import { startRedis } from '../support/redis/redis-server.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { applySettings } from './admin.ts';
import { countDropped } from './ask-status.ts';
import { ask, CHANNEL, check, checkRequest, parseAnswer } from './ask.ts';
import { expectNothingForwarded, expectQuietLog } from './log-expectations.ts';
import { earlyAnswer, sharedProxy } from './shared-proxy.ts';
import { START_TIMEOUT_MS } from './start-proxy.ts';

/** 1.12.2, before channels had namespaces. */
const PROTOCOL_1_12 = 340;
/** 1.20.1, the last without a configuration phase. */
const PROTOCOL_1_20_1 = 763;
const PROTOCOL_1_21_1 = 767;

describe.each(['2024', '2026'] as const)('the plugin in a proxy that behaves as in %s', (behaviour) => {
  let proxy: StandIn;

  beforeAll(async () => {
    // Long enough even for the first command of a cold JVM under load.
    const config = settings({ redisUrl: testRedisUrl(), timeoutMs: 1400, budgetMs: 1000 });
    proxy = await sharedProxy(config, behaviour);
  }, START_TIMEOUT_MS);

  it('answers a packet that arrived while the script engine was starting [F-CALL-1]', async () => {
    expect(await earlyAnswer(behaviour)).toMatchObject({ id: 'early', ok: true });
  });

  it('leaves other channels alone', async () => {
    const player = await proxy.join({ connected: true });
    expect(await player.send('service:other', 'as it is')).toBe('forwarded');
  });

  it('sends no announcement of its own, as that would replace those of a server in some loaders [G64]', async () => {
    const player = await proxy.join({ connected: true });
    await player.backendSends('minecraft:register', 'backend:one\0backend:two\0');
    await player.switchServer('other');
    await check(player, 'my-mod', ['fly']);
    const contents = player.announcements.map((names) => names.join('\0'));
    // The proxy's own announcement names all its channels; the backend's was forwarded unchanged.
    const own = contents.filter((content) => content.includes(CHANNEL));
    expect(contents.length - own.length).toBe(1);
  });

  it('answers on the channel of the request, and forwards no packet [F-CHANNEL-2, G46]', async () => {
    const player = await proxy.join({ connected: true });
    expect(await player.send(CHANNEL, 'no JSON')).toBe('handled');
    const answer = await player.next();
    expect(answer.channel).toBe(CHANNEL);
    expect(parseAnswer(answer.bytes)).toMatchObject({ id: '', ok: false, error: 'BAD_REQUEST' });
    expectNothingForwarded(proxy);
  });

  it.each([
    ['1.21.1', PROTOCOL_1_21_1],
    ['1.20.1', PROTOCOL_1_20_1],
  ])(
    "neither answers nor forwards a backend's message to a client of %s, and counts it [G45]",
    async (_, protocol) => {
      const player = await proxy.join({ connected: true, protocol });
      const counted = await countDropped(proxy, 'from backends');
      expect(await player.backendSends(CHANNEL, checkRequest('my-mod', ['fly'], 'forged'))).toBe('handled');
      expect(await check(player, 'my-mod', ['fly'])).toMatchObject({ id: 'request-1', ok: true });
      expect(player.received).toHaveLength(1);
      expect(await countDropped(proxy, 'from backends')).toBe(counted + 1);
    },
  );

  it('answers a client that has not joined a backend yet [F-CALL-1]', async () => {
    const player = await proxy.join({ protocol: PROTOCOL_1_20_1 });
    expect(await check(player, 'my-mod', ['fly'])).toMatchObject({ ok: true });
    expectNothingForwarded(proxy);
  });

  it('answers again on the next backend, on which the channel is announced again', async () => {
    const player = await proxy.join({ connected: true });
    const announcements = player.announcements.length;
    await player.switchServer('survival');
    expect(player.announcements.slice(announcements).flat()).toContain(CHANNEL);
    expect(await check(player, 'my-mod', ['fly'])).toMatchObject({ ok: true });
  });

  it('answers a repeated request if the first was lost as the backend was not ready', async () => {
    const player = await proxy.join({ connected: true });
    await player.setBackendState('CONFIGURATION');
    expect(await player.send(CHANNEL, checkRequest('my-mod', ['fly'], 'lost'))).toBe('discarded');
    await player.setBackendState('PLAY');
    expect(await check(player, 'my-mod', ['fly'])).toMatchObject({ id: 'request-1', ok: true });
  });

  it('answers the requests of a player in their order', async () => {
    const player = await proxy.join({ connected: true });
    const ids = Array.from({ length: 10 }, (_, index) => `request-${index}`);
    await Promise.all(ids.map((id) => player.send(CHANNEL, checkRequest('my-mod', ['fly'], id))));
    const answers = [];
    for (const id of ids) answers.push([id, parseAnswer((await player.next()).bytes).id]);
    expect(answers).toEqual(ids.map((id) => [id, id]));
  });

  it('sends nothing to a client that does not support long channel names, and counts it [G19]', async () => {
    const player = await proxy.join({ protocol: PROTOCOL_1_12, connected: true });
    const counted = await countDropped(proxy, 'from outdated clients');
    expect(await player.send(CHANNEL, checkRequest('my-mod', ['fly']))).toBe('handled');
    const other = await proxy.join({ connected: true });
    expect(await check(other, 'my-mod', ['fly'])).toMatchObject({ ok: true });
    expect(player.received).toEqual([]);
    expect(await countDropped(proxy, 'from outdated clients')).toBe(counted + 1);
  });

  if (behaviour === '2026') describeConfigurationPhase(() => proxy);

  it('logs nothing about all this', () => {
    expectQuietLog(proxy);
  });

  if (behaviour === '2026') describeBudget(() => proxy);
});

/** Proxies of 2024 forward messages of the configuration phase without an event. */
function describeConfigurationPhase(proxyOf: () => StandIn): void {
  it('answers a request of the configuration phase before that phase ends [G52]', async () => {
    const player = await proxyOf().join();
    await player.send(CHANNEL, checkRequest('my-mod', ['fly']));
    // The proxy has held the client until the answer was sent.
    expect(player.received.map(({ bytes }) => parseAnswer(bytes).ok)).toEqual([true]);
    await player.connectToBackend();
  });

  it("does not mistake a backend's message of that phase for the client's [G45]", async () => {
    const player = await proxyOf().join();
    expect(await player.backendSends(CHANNEL, checkRequest('my-mod', ['fly'], 'forged'))).toBe('handled');
    expect(await ask(player, checkRequest('my-mod', ['fly'], 'own'))).toMatchObject({ id: 'own', ok: true });
    expect(player.received).toHaveLength(1);
  });
}

function describeBudget(proxyOf: () => StandIn): void {
  it('holds a client in its configuration phase only for the budget, and answers its request later [G52]', async () => {
    const server = await startRedis({ persistent: false });
    await applySettings(proxyOf(), settings({ redisUrl: server.url, timeoutMs: 10_000, budgetMs: 50 }));
    const player = await proxyOf().join();
    server.pause();
    // Fulfilled when the proxy no longer holds the client.
    expect(await player.send(CHANNEL, checkRequest('my-mod', ['fly']))).toBe('handled');
    expect(player.received).toEqual([]);
    server.resume();
    expect(parseAnswer((await player.next()).bytes)).toMatchObject({ id: 'request-1' });
    await server.stop();
  });
}

function settings(given: { redisUrl: string; timeoutMs: number; budgetMs: number }): string {
  return `[redis]
url = "${given.redisUrl}"
key-prefix = "${uniquePrefix()}"
command-timeout-ms = ${given.timeoutMs}
[channel]
configuration-budget-ms = ${given.budgetMs}
`;
}
