import { describe, expect, it } from '@jest/globals';
import { MemoryRateLimiter } from '../../../shared/rate-limit/memory-rate-limiter.ts';
import { GRANTED } from '../../../shared/rate-limit/rate-limit.ts';
import type { RateLimiter } from '../../../shared/rate-limit/rate-limiter.ts';
import { RememberingRateLimiter } from '../../../shared/rate-limit/remembering-rate-limiter.ts';
import { ResilientRateLimiter } from '../../../shared/rate-limit/resilient-rate-limiter.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';

const limit = { maxRequests: 1, windowMs: 10_000 };
const alice = { method: 'checkFeatures', player: 'alice' };

describe('ResilientRateLimiter, while the shared limiter is out of reach', () => {
  it('takes permits in memory, where the shared ones still count [G18]', async () => {
    const time = new ManualTime();
    const causes: unknown[] = [];
    let shared: RateLimiter = { take: () => GRANTED };
    const limiter = new ResilientRateLimiter({
      shared: { take: (subject, of) => shared.take(subject, of) },
      clock: time,
      failed: (cause) => causes.push(cause),
    });
    expect(await limiter.take(alice, limit)).toEqual(GRANTED);
    const lost = new Error('lost');
    shared = { take: () => Promise.reject(lost) };
    time.advance(4000);
    expect(await limiter.take(alice, limit)).toEqual({ granted: false, retryAfterMs: 6000 });
    time.advance(6000);
    expect(await limiter.take(alice, limit)).toEqual(GRANTED);
    expect(await limiter.take(alice, limit)).toMatchObject({ granted: false });
    expect(causes).toEqual([lost, lost, lost]);
  });
});

describe('RememberingRateLimiter', () => {
  function setUp() {
    const time = new ManualTime();
    let asked = 0;
    const memory = new MemoryRateLimiter(time);
    const behind: RateLimiter = {
      take: (subject, of) => {
        asked++;
        return Promise.resolve(memory.take(subject, of));
      },
    };
    return { time, limiter: new RememberingRateLimiter(behind, time), asked: () => asked };
  }

  it('answers a flood of who is over the limit from memory, at once', async () => {
    const { limiter, asked } = setUp();
    await limiter.take(alice, limit);
    await limiter.take(alice, limit);
    for (let i = 0; i < 1000; i++) {
      expect(limiter.take(alice, limit)).toEqual({ granted: false, retryAfterMs: 10_000 });
    }
    expect(asked()).toBe(2);
  });

  it('asks again after a second at most, so that a permit given back by an admin is seen', async () => {
    const { limiter, asked, time } = setUp();
    await limiter.take(alice, limit);
    await limiter.take(alice, limit);
    time.advance(999);
    await limiter.take(alice, limit);
    expect(asked()).toBe(2);
    time.advance(1);
    expect(await limiter.take(alice, limit)).toEqual({ granted: false, retryAfterMs: 9000 });
    expect(asked()).toBe(3);
  });

  it('grants on the millisecond', async () => {
    const { limiter, time } = setUp();
    await limiter.take(alice, limit);
    time.advance(9999);
    expect(await limiter.take(alice, limit)).toEqual({ granted: false, retryAfterMs: 1 });
    time.advance(1);
    expect(await limiter.take(alice, limit)).toEqual(GRANTED);
  });
});
