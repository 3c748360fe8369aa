import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Guard } from '../../../shared/rate-limit/guard.ts';
import { subjectOf } from '../../../shared/rate-limit/rate-limit.ts';
import { describeRateLimiter } from '../../contracts/rate-limiter.contract.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';

describeRateLimiter('Guard', () => {
  const time = new ManualTime();
  return {
    limiter: new Guard(time),
    nowMs: () => Promise.resolve(time.monotonicMs()),
    pass: (ms) => {
      time.advance(ms);
      return Promise.resolve();
    },
  };
});

describe('Guard', () => {
  it('grants exactly what the definition allows: at most maxRequests in any window [F-RATE-1]', () => {
    const limits = fc.record({
      maxRequests: fc.integer({ min: 1, max: 4 }),
      windowMs: fc.integer({ min: 1, max: 30 }),
    });
    const pauses = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 });
    fc.assert(
      fc.property(limits, pauses, ({ maxRequests, windowMs }, all) => {
        const time = new ManualTime();
        const guard = new Guard(time);
        const grantedAtMs: number[] = [];
        for (const pauseMs of all) {
          const now = time.monotonicMs();
          const inWindow = grantedAtMs.filter((at) => at + windowMs > now);
          const oldest = inWindow.at(-maxRequests);
          const permit = guard.take(subjectOf('checkFeatures', 'alice'), { maxRequests, windowMs });
          expect(permit).toEqual(
            oldest === undefined
              ? { granted: true }
              : { granted: false, retryAfterMs: oldest + windowMs - now },
          );
          if (permit.granted) grantedAtMs.push(now);
          time.advance(pauseMs);
        }
      }),
    );
  });

  it('is exact for 30,000 subjects, although it forgets those without a permit in their window', () => {
    const time = new ManualTime();
    const guard = new Guard(time);
    const limit = { maxRequests: 1, windowMs: 10_000 };
    const players = Array.from({ length: 15_000 }, (_, index) => subjectOf('checkFeatures', `p${index}`));
    const takeAll = () => players.filter((subject) => guard.take(subject, limit).granted).length;
    expect([takeAll(), takeAll()]).toEqual([15_000, 0]);
    time.advance(10_000);
    expect([takeAll(), takeAll()]).toEqual([15_000, 0]);
  });
});
