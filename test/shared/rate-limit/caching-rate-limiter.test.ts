import { describe, expect, it } from '@jest/globals';
import { MemoryRateLimiter } from '../../../shared/rate-limit/memory-rate-limiter.ts';
import { GRANTED, subjectOf } from '../../../shared/rate-limit/rate-limit.ts';
import { CachingRateLimiter } from '../../../shared/rate-limit/caching-rate-limiter.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';

const limit = { maxRequests: 1, windowMs: 10_000 };
const alice = subjectOf('checkFeatures', 'alice');
const lost = new Error('lost');

/** Creates a limiter over a shared one that can become unreachable and counts its requests. */
function setUp() {
  const time = new ManualTime();
  const redis = new MemoryRateLimiter(time);
  const state = { asked: 0, isLost: false, causes: [] as unknown[] };
  const limiter = new CachingRateLimiter({
    shared: {
      take: (subject, of) => {
        state.asked++;
        return state.isLost ? Promise.reject(lost) : Promise.resolve(redis.take(subject, of));
      },
    },
    clock: time,
    failed: (cause) => state.causes.push(cause),
  });
  return { time, state, limiter, take: () => limiter.take(alice, limit) };
}

describe('CachingRateLimiter, while the shared limiter is unreachable', () => {
  it('takes permits in memory, and still counts the shared ones [G18]', async () => {
    const { time, state, take } = setUp();
    expect(await take()).toEqual(GRANTED);
    state.isLost = true;
    time.advance(4000);
    expect(await take()).toEqual({ granted: false, retryAfterMs: 6000 });
    time.advance(6000);
    expect(await take()).toEqual(GRANTED);
    expect(await take()).toMatchObject({ granted: false });
    expect(state.causes).toEqual([lost, lost, lost]);
  });
});

describe('CachingRateLimiter', () => {
  it('denies a flood of a player over the limit immediately from memory', async () => {
    const { limiter, take, state } = setUp();
    await take();
    await take();
    for (let i = 0; i < 1000; i++) {
      expect(limiter.take(alice, limit)).toEqual({ granted: false, retryAfterMs: 10_000 });
    }
    expect(state.asked).toBe(2);
  });

  it('queries the shared limiter once for many concurrent requests of a player', async () => {
    const { take, state } = setUp();
    const permits = await Promise.all(Array.from({ length: 100 }, async () => await take()));
    const refusal = { granted: false, retryAfterMs: 10_000 };
    expect(permits).toEqual([GRANTED, ...Array.from({ length: 99 }, () => refusal)]);
    expect(state.asked).toBe(1);
    expect(await take()).toEqual(refusal);
    expect(state.asked).toBe(2);
  });

  it('queries the shared limiter again after at most a second, so that a permit restored by an admin takes effect', async () => {
    const { take, state, time } = setUp();
    await take();
    await take();
    time.advance(999);
    await take();
    expect(state.asked).toBe(2);
    time.advance(1);
    expect(await take()).toEqual({ granted: false, retryAfterMs: 9000 });
    expect(state.asked).toBe(3);
  });

  it('grants again after exactly the window', async () => {
    const { take, time } = setUp();
    await take();
    time.advance(9999);
    expect(await take()).toEqual({ granted: false, retryAfterMs: 1 });
    time.advance(1);
    expect(await take()).toEqual(GRANTED);
  });
});
