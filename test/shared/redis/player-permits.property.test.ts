import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { subjectOf } from '../../../shared/rate-limit/rate-limit.ts';
import type { Permit, RateLimit, RateLimiter } from '../../../shared/rate-limit/rate-limit.ts';
import { PlayerPermits } from '../../../shared/redis/player-permits.ts';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { FakePermits } from '../../support/fakes/fake-permits.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';

const METHOD = 'checkFeatures';
const PLAYERS = ['alice', 'bob'] as const;
const keys = new RedisKeys('fc:');

const limits: fc.Arbitrary<RateLimit> = fc.record({
  maxRequests: fc.integer({ min: 1, max: 4 }),
  windowMs: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 900, max: 3000 })),
});
/**
 * Steps of a clock: mostly small compared to the windows, sometimes longer than the second for which denials
 * are cached.
 */
const passing = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 1200 }));
const player = fc.constantFrom(...PLAYERS);

/** Creates the permits of one proxy. Its own clock only determines when a cached denial expires. */
function createProxyPermits(commands: ReturnType<FakePermits['connect']>, clock: ManualTime): RateLimiter {
  const failed = (cause: unknown): never => {
    throw new Error('Redis is never unreachable here', { cause });
  };
  return new PlayerPermits({ commands, keys, clock, failed });
}

const steps = fc.array(
  fc.record({
    /** The player and the proxy of each request. */
    requests: fc.array(fc.record({ player, proxy: fc.nat({ max: 2 }) }), { maxLength: 4 }),
    redisMs: passing,
    /** How much the proxies' own clocks advance, independently of each other. */
    proxyMs: fc.tuple(passing, passing, passing),
  }),
  { maxLength: 25 },
);

it('three proxies on one Redis, for any order of commands and replies never grant a player more than maxRequests in any window by Redis’s clock, and no permit that Redis did not grant [F-RATE-1, G43, G44]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), limits, steps, async (scheduler, limit, all) => {
      const redis = new FakePermits();
      const clocks = [new ManualTime(), new ManualTime(), new ManualTime()];
      const proxies = clocks.map((clock) =>
        createProxyPermits(
          redis.connect(() => scheduler.schedule(Promise.resolve())),
          clock,
        ),
      );
      const answers: Promise<{ player: string; permit: Permit }>[] = [];
      for (const { requests, redisMs, proxyMs } of all) {
        for (const request of requests) {
          const proxy = proxies[request.proxy];
          if (proxy !== undefined) answers.push(take(proxy, request.player, limit));
        }
        // Half of the commands in flight arrive before the clocks advance, the others in a later step.
        for (let turns = scheduler.count() / 2; turns > 0; turns--) await scheduler.waitNext(1);
        redis.nowMs += redisMs;
        clocks.forEach((clock, index) => {
          clock.advance(proxyMs[index] ?? 0);
        });
      }
      await scheduler.waitFor(Promise.all(answers));
      expectLimits(redis, limit, await Promise.all(answers));
    }),
    { numRuns: 300 },
  );
});

async function take(proxy: RateLimiter, name: string, limit: RateLimit) {
  return { player: name, permit: await proxy.take(subjectOf(METHOD, name), limit) };
}

function expectLimits(
  redis: FakePermits,
  { maxRequests, windowMs }: RateLimit,
  answers: readonly { player: string; permit: Permit }[],
): void {
  for (const name of PLAYERS) {
    const grantedAtMs = redis.grantedAtMs.get(keys.rateLimitOf(subjectOf(METHOD, name))) ?? [];
    const granted = answers.filter(({ player: requester, permit }) => requester === name && permit.granted);
    expect(granted).toHaveLength(grantedAtMs.length);
    grantedAtMs.forEach((at, index) => {
      const before = grantedAtMs[index - maxRequests];
      if (before !== undefined) expect(at - before).toBeGreaterThanOrEqual(windowMs);
    });
  }
  for (const { permit } of answers) {
    if (!permit.granted) expect(permit.retryAfterMs).toBeLessThanOrEqual(windowMs);
  }
}
