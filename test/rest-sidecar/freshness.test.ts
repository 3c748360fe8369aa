import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { quantile } from '../../tools/measure/quantile.mjs';
import { startRedis } from '../support/redis/redis-server.ts';
import { startTestSidecar, type SidecarUnderTest } from './sidecar-under-test.ts';

/**
 * The number of writes. Each takes 50 ms, as changes are published at most 20 times a second. `npm run bench
 * -- full-store` makes 100 writes.
 */
const WRITES = 30;

describe('a direct write to Redis', () => {
  let sidecar: SidecarUnderTest;

  beforeAll(async () => {
    sidecar = await startTestSidecar({ config: { resyncMs: 86_400_000 } });
  });

  afterAll(async () => {
    await sidecar.stop();
  });

  /** Returns the milliseconds from the reply to a write until it is served, for several writes. */
  const measure = async (write: (round: number) => Promise<unknown>, target: string): Promise<number[]> => {
    const delays: number[] = [];
    for (let round = 1; round <= WRITES; round++) {
      const before = (await sidecar.get(target)).text;
      await write(round);
      const writtenMs = performance.now();
      while ((await sidecar.get(target)).text === before) continue;
      delays.push(performance.now() - writtenMs);
    }
    return delays;
  };

  it.each([
    [
      '/v1/servers?id=lobby',
      async (round: number) =>
        await sidecar.redis.set(sidecar.keys.serverOf('lobby'), `{"displayName":"${round}"}`),
    ],
    [
      '/v1/events?server=lobby',
      async (round: number) =>
        await sidecar.redis.set(sidecar.keys.eventOf('e'), `{"server":"lobby","name":"${round}"}`),
    ],
    [
      '/v1/votings?server=lobby',
      async (round: number) =>
        await sidecar.redis.set(
          sidecar.keys.votingOf('v'),
          `{"server":"lobby","title":"${round}","candidates":[]}`,
        ),
    ],
    [
      '/v1/coins-trades?limit=3',
      async (round: number) =>
        await sidecar.redis.xadd(sidecar.keys.coinsTrades, '*', 'rate', String(round), 'datetime', '1'),
    ],
  ])('is served at %s within 100 ms, without any other command [G48]', async (target, write) => {
    const delays = await measure(write, target);
    const [median, p95] = [quantile(delays, 0.5), quantile(delays, 0.95)];
    process.stdout.write(
      `${target}: a write is served after ${median.toFixed(1)} ms (p95 ${p95.toFixed(1)} ms)\n`,
    );
    // A machine that is briefly busy with other tests must not fail this test, so p95 is only printed.
    expect(median).toBeLessThan(100);
  });

  it('is served soon even if the same key is written continuously', async () => {
    let isWriting = true;
    let written = 0;
    const voting = { server: 'busy', title: 'Busy', candidates: [{ id: 'a', name: 'A' }] };
    await sidecar.redis.set(sidecar.keys.votingOf('busy'), JSON.stringify(voting));
    const voters = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (isWriting)
          written = Math.max(written, await sidecar.redis.hincrby(sidecar.keys.voteCountsOf('busy'), 'a', 1));
      }),
    );
    /** When each body was first seen. */
    const seenMs = new Map<string, number>();
    const startedMs = performance.now();
    // For a second, or longer on a busy machine.
    while (performance.now() - startedMs < 1000 || written <= 200 || seenMs.size <= 3) {
      const { text } = await sidecar.get('/v1/votings?server=busy');
      if (!seenMs.has(text)) seenMs.set(text, performance.now());
    }
    const passedMs = performance.now() - startedMs;
    isWriting = false;
    await voters;
    // At most 20 publications a second, but more than a few. Each has a different body.
    expect(seenMs.size).toBeLessThanOrEqual(Math.ceil(passedMs / 50) + 2);
    const times = [...seenMs.values()];
    const intervals = times.slice(1).map((ms, index) => ms - (times[index] ?? 0));
    expect(quantile(intervals, 0.5)).toBeLessThan(250);
    const last = { id: 'busy', ...voting, candidates: [{ id: 'a', name: 'A', votes: written }] };
    await sidecar.shows('/v1/votings?server=busy', [last]);
  });
});

describe('a change that was not reported', () => {
  it('is found by the periodic revalidation', async () => {
    const server = await startRedis();
    const sidecar = await startTestSidecar({ redisUrl: server.url, config: { resyncMs: 200 } });
    // Redis swaps whole databases without an invalidation.
    await sidecar.redis.select(1);
    const { keys } = sidecar;
    await sidecar.redis.set(keys.serverOf('a'), '{"displayName":"A"}');
    await sidecar.redis.set(keys.eventOf('e'), '{"server":"a","name":"E"}');
    await sidecar.redis.set(
      keys.votingOf('v'),
      '{"server":"a","title":"V","candidates":[{"id":"x","name":"X"}]}',
    );
    await sidecar.redis.hset(keys.voteCountsOf('v'), 'x', '3');
    await sidecar.redis.xadd(keys.coinsTrades, '*', 'rate', '1', 'datetime', '2');
    await sidecar.redis.call('SWAPDB', '0', '1');
    await sidecar.shows('/v1/servers', { a: { id: 'a', displayName: 'A' } });
    await sidecar.shows('/v1/events', { a: [{ id: 'e', server: 'a', name: 'E' }] });
    const candidates = [{ id: 'x', name: 'X', votes: 3 }];
    await sidecar.shows('/v1/votings', { a: [{ id: 'v', server: 'a', title: 'V', candidates }] });
    await sidecar.shows('/v1/coins-trades', [{ rate: 1, datetime: 2 }]);
    await sidecar.stop();
    await server.stop();
  });
});
