import { describe, expect, it } from '@jest/globals';
import { MemoryRateLimiter } from '../../../shared/rate-limit/memory-rate-limiter.ts';
import { subjectOf } from '../../../shared/rate-limit/rate-limit.ts';
import { describeRateLimiter } from '../../contracts/rate-limiter.contract.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';

describeRateLimiter('MemoryRateLimiter', () => {
  const time = new ManualTime();
  return {
    limiter: new MemoryRateLimiter(time),
    nowMs: () => Promise.resolve(time.monotonicMs()),
    pass: (ms) => {
      time.advance(ms);
      return Promise.resolve();
    },
  };
});

describe('MemoryRateLimiter', () => {
  const limit = { maxRequests: 1, windowMs: 10_000 };

  it('counts a permit that was taken elsewhere', () => {
    const limiter = new MemoryRateLimiter(new ManualTime());
    const subject = subjectOf('checkFeatures', 'alice');
    limiter.record(subject, limit);
    expect(limiter.take(subject, limit)).toEqual({ granted: false, retryAfterMs: 10_000 });
  });

  it('is exact for 30,000 players, although it deletes expired windows', () => {
    const time = new ManualTime();
    const limiter = new MemoryRateLimiter(time);
    const players = Array.from({ length: 15_000 }, (_, index) => subjectOf('checkFeatures', `p${index}`));
    const takeAll = () => players.filter((subject) => limiter.take(subject, limit).granted).length;
    expect([takeAll(), takeAll()]).toEqual([15_000, 0]);
    time.advance(10_000);
    expect([takeAll(), takeAll()]).toEqual([15_000, 0]);
  });
});
