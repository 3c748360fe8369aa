import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { JvmPauses } from '../faults/matrix/watches/jvm-pauses.ts';
import { eventually } from '../support/eventually.ts';
import { expectResponse, loadWireFixtures } from '../support/jar/wire-fixtures.ts';
import { startRedis, type RedisServer } from '../support/redis/redis-server.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { CHANNEL, check, checkRequest, parseAnswer } from './ask.ts';
import type { Answer } from './ask.ts';
import { expectIdle } from './expect-idle.ts';
import { PATIENCE, START_TIMEOUT_MS, startProxy } from './start-proxy.ts';

const FIXTURES = loadWireFixtures().filter(({ given }) => given.redisNeverReached);

/**
 * The tests run in this order: Redis is absent when the proxy starts, then it starts, freezes, and is killed.
 */
describe('the plugin without Redis', () => {
  let server: RedisServer;
  let proxy: StandIn;
  let pauses: JvmPauses;

  beforeAll(async () => {
    server = await startRedis();
    await server.kill();
    // Longer than the command timeout, so that a client that is held for its answer would be noticed.
    const config = '[channel]\nconfiguration-budget-ms = 1000\n[redis]\ncommand-timeout-ms = 500\n';
    proxy = await startProxy({ redisUrl: server.url, config });
    pauses = new JvmPauses(proxy);
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    pauses.stop();
    await proxy.stop();
    await server.stop();
  });

  const linesAbout = (pattern: RegExp): string[] => proxy.log.filter((line) => pattern.test(line));

  const countAbout = (pattern: RegExp): number => linesAbout(pattern).length;

  const checkedByFresh = async (features: readonly string[]): Promise<Answer> => {
    const player = await proxy.join({ connected: true });
    const sentAtMs = performance.now();
    const answer = await check(player, 'my-mod', features);
    if (answer.error === 'INTERNAL_ERROR') pauses.ignoreIfPaused(sentAtMs, performance.now());
    return answer;
  };

  /**
   * Freezes Redis, and sends a request before that is known. Repeats this if the answer missed its deadline
   * because the proxy got no CPU time.
   */
  const firstWhileFrozen = async (): Promise<{ player: StandInPlayer; answer: Answer; losses: number }> => {
    for (;;) {
      const player = await proxy.join({ connected: true });
      const losses = countAbout(/Redis at .* is unreachable/);
      server.pause();
      const sentAtMs = performance.now();
      expect(await player.send(CHANNEL, checkRequest('my-mod', ['fly']))).toBe('handled');
      // A player in the game is not held: the proxy has handled the packet before the answer exists.
      expect(player.received).toEqual([]);
      const answer = parseAnswer((await player.next()).bytes);
      const isLate = answer.error === 'INTERNAL_ERROR' && pauses.ignoreIfPaused(sentAtMs, performance.now());
      if (!isLate) return { player, answer, losses };
      server.resume();
      await eventually(async () => (await checkedByFresh(['fly'])).ok, PATIENCE);
    }
  };

  it('starts, and logs once that Redis is unreachable [G18]', async () => {
    await checkedByFresh(['fly']);
    expect(linesAbout(/Redis at .* is unreachable/)).toEqual([
      expect.stringMatching(/Redis at 127\.0\.0\.1:\d+ is unreachable, reconnecting: .* refuses connections/),
    ]);
  });

  it('uses no CPU time while it reconnects', async () => {
    await expectIdle(proxy);
  });

  it.each(FIXTURES.map((fixture) => [fixture.title, fixture] as const))('%s', async (_, fixture) => {
    const player = await proxy.join({ connected: true });
    await player.send(CHANNEL, fixture.requestBytes);
    expectResponse(fixture, (await player.next()).bytes.toString('utf8'));
  });

  it('answers as soon as Redis is reachable, without a restart [G18]', async () => {
    await server.restart();
    const redis = new Redis(server.url);
    await redis.sadd('fc:blocklist:global', 'fly');
    redis.disconnect();
    await eventually(async () => (await checkedByFresh(['fly'])).payload?.blocklist.length === 1, PATIENCE);
    expect(linesAbout(/Connected to Redis at/)).toHaveLength(1);
  });

  it('loads the lists in the background, and logs it once', async () => {
    await eventually(() => linesAbout(/Initial load complete/).length > 0, PATIENCE);
    expect(linesAbout(/Initial load complete/)).toEqual([
      expect.stringContaining('(1 blocklists, 1 features)'),
    ]);
  });

  it('reports its warnings in its heartbeat', async () => {
    const redis = new Redis(server.url);
    const warnings = await eventually(async () => {
      const [key = ''] = await redis.keys('fc:program:*');
      return (await redis.hget(key, 'warnings')) ?? undefined;
    }, PATIENCE);
    redis.disconnect();
    expect(JSON.parse(warnings)).toContainEqual(expect.stringMatching(/^20.*Z Redis at .* is unreachable/));
  });

  it(
    'answers from the last known lists while Redis is frozen, and limits from memory [G18]',
    async () => {
      const { player, answer, losses } = await firstWhileFrozen();
      expect(answer).toMatchObject({ payload: { blocklist: ['fly'] } });
      expect(await check(player, 'my-mod', ['fly'])).toMatchObject({ error: 'RATE_LIMITED' });
      await eventually(() => countAbout(/Redis at .* is unreachable/) > losses, PATIENCE);
      expect(await checkedByFresh(['fly', 'minimap'])).toMatchObject({ payload: { blocklist: ['fly'] } });
      const reconnections = countAbout(/Reconnected to Redis/);
      server.resume();
      await eventually(() => countAbout(/Reconnected to Redis/) > reconnections, PATIENCE);
    },
    START_TIMEOUT_MS,
  );

  it('never logs a stack trace for any of this', () => {
    // A missed deadline is one line with the error, and one with its place.
    const expected = 2 * pauses.ignoredCount;
    expect(linesAbout(/ERROR|Exception|^\s+at /).slice(expected)).toEqual([]);
  });
});
