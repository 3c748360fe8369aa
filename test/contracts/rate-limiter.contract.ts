import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { subjectOf } from '../../shared/rate-limit/rate-limit.ts';
import type { RateLimit, RateLimiter, RateLimitSubject } from '../../shared/rate-limit/rate-limit.ts';

export interface RateLimiterUnderTest {
  readonly limiter: RateLimiter;
  /** The time in milliseconds, by the clock that the limiter uses. */
  readonly nowMs: () => Promise<number>;
  /** Advances that clock by at least `ms`. */
  readonly pass: (ms: number) => Promise<void>;
}

/** The contract of a rate limiter, by its own clock. */
export function describeRateLimiter(adapter: string, underTest: () => RateLimiterUnderTest): void {
  describe(`${adapter} as RateLimiter`, () => {
    const someone = () => subjectOf('checkFeatures', randomUUID());

    it.each([
      { maxRequests: 1, windowMs: 10_000 },
      { maxRequests: 3, windowMs: 10_000 },
    ])(
      'grants $maxRequests of 8 concurrent requests, and returns how long the others must wait [F-RATE-1]',
      async (limit) => {
        const { limiter } = underTest();
        const subject = someone();
        const permits = await Promise.all(
          Array.from({ length: 8 }, async () => await limiter.take(subject, limit)),
        );
        expect(permits.filter(({ granted }) => granted)).toHaveLength(limit.maxRequests);
        for (const permit of permits) {
          if (permit.granted) continue;
          expect(permit.retryAfterMs).toBeGreaterThan(0);
          expect(permit.retryAfterMs).toBeLessThanOrEqual(limit.windowMs);
        }
      },
    );

    it('counts each player and each method separately [L-GAME-1] [L-GAME-2]', async () => {
      const { limiter } = underTest();
      const limit = { maxRequests: 1, windowMs: 10_000 };
      const alice = randomUUID();
      expect(await limiter.take(subjectOf('checkFeatures', alice), limit)).toEqual({ granted: true });
      expect(await limiter.take(someone(), limit)).toEqual({ granted: true });
      expect(await limiter.take(subjectOf('other', alice), limit)).toEqual({ granted: true });
    });

    it.each([
      { maxRequests: 1, windowMs: 60 },
      { maxRequests: 3, windowMs: 90 },
    ])(
      'never grants more than $maxRequests in any window of $windowMs ms, and grants again after it',
      async (limit) => {
        const granted = await requestRepeatedly(underTest(), someone(), limit);
        // Each grant happened between the two clock readings around it, so this is the smallest possible
        // distance between two grants.
        for (let i = limit.maxRequests; i < granted.length; i++) {
          const first = granted[i - limit.maxRequests];
          const last = granted[i];
          if (first === undefined || last === undefined) throw new Error('unreachable');
          expect(last.latest - first.earliest).toBeGreaterThanOrEqual(limit.windowMs);
        }
      },
    );

    it('does not extend the wait of a denied player [E-RATE-2]', async () => {
      const { limiter, pass } = underTest();
      const limit = { maxRequests: 1, windowMs: 300 };
      const subject = someone();
      await limiter.take(subject, limit);
      const waits: number[] = [];
      for (let i = 0; i < 5; i++) {
        const permit = await limiter.take(subject, limit);
        if (permit.granted) break;
        waits.push(permit.retryAfterMs);
        await pass(10);
      }
      expect(waits).toEqual([...waits].sort((a, b) => b - a));
      expect(new Set(waits).size).toBe(waits.length);
    });
  });
}

/** A granted permit, with the clock readings directly before and after it. */
interface Grant {
  readonly earliest: number;
  readonly latest: number;
}

/** Sends requests until several windows have passed. */
async function requestRepeatedly(
  { limiter, nowMs, pass }: RateLimiterUnderTest,
  subject: RateLimitSubject,
  limit: RateLimit,
): Promise<Grant[]> {
  const granted: Grant[] = [];
  const until = (await nowMs()) + 5 * limit.windowMs;
  for (;;) {
    const earliest = await nowMs();
    // A busy machine may send few requests in this time.
    if (earliest >= until && granted.length > 2 * limit.maxRequests) return granted;
    if (earliest >= until + 100 * limit.windowMs) throw new Error('permits are not granted any more');
    const permit = await limiter.take(subject, limit);
    if (permit.granted) granted.push({ earliest, latest: await nowMs() });
    await pass(1);
  }
}
