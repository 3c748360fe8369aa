import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { SystemClock } from '../../../node/system-clock.ts';
import { subjectOf } from '../../../shared/rate-limit/rate-limit.ts';
import { PlayerPermits } from '../../../shared/redis/player-permits.ts';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { describeRateLimiter } from '../../contracts/rate-limiter.contract.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';
import { IoredisRedisCommands } from '../../support/redis/ioredis-redis-commands.ts';
import { redisNowMs } from '../../support/redis/redis-now.ts';
import { testRedisUrl, uniquePrefix } from '../../support/redis/redis.ts';

const keys = new RedisKeys(uniquePrefix());
const limit = { maxRequests: 1, windowMs: 10_000 };

const connections: Redis[] = [];
const connect = (): Redis => {
  const redis = new Redis(testRedisUrl());
  connections.push(redis);
  return redis;
};

const someone = () => subjectOf('checkFeatures', randomUUID());

/** Creates the permits of one proxy, with its own connection. */
function createPermits(clock: Pick<ManualTime, 'monotonicMs'> = new SystemClock()) {
  const causes: unknown[] = [];
  const redis = new IoredisRedisCommands(connect());
  const state = { commands: 0, isLost: false };
  const permits = new PlayerPermits({
    keys,
    clock,
    commands: {
      setNxPx: (key, value, ttlMs) => {
        state.commands += 1;
        return state.isLost ? Promise.reject(new Error('lost')) : redis.setNxPx(key, value, ttlMs);
      },
      evaluate: (script, names, args) => redis.evaluate(script, names, args),
    },
    failed: (cause) => causes.push(cause),
  });
  return { permits, state, causes };
}

let admin: Redis;

beforeAll(() => {
  admin = connect();
});

afterAll(() => {
  for (const redis of connections) redis.disconnect();
});

describeRateLimiter('PlayerPermits', () => ({
  limiter: createPermits().permits,
  nowMs: () => redisNowMs(admin),
  pass: (ms) => delay(ms),
}));

describe('PlayerPermits', () => {
  it.each([1, 3])(
    'keeps one key per player and method, which expires with the window',
    async (maxRequests) => {
      const subject = someone();
      await createPermits().permits.take(subject, { maxRequests, windowMs: 10_000 });
      expect(await admin.type(keys.rateLimitOf(subject))).toBe('string');
      expect(await admin.pttl(keys.rateLimitOf(subject))).toBeGreaterThan(9000);
    },
  );

  it('denies permits while a key without expiry exists, as set by an admin', async () => {
    const subject = someone();
    await admin.set(keys.rateLimitOf(subject), 'blocked');
    expect(await createPermits().permits.take(subject, limit)).toEqual({
      granted: false,
      retryAfterMs: 10_000,
    });
  });

  it('sends one command for a burst of requests, of which the first is granted', async () => {
    const { permits, state } = createPermits();
    const subject = someone();
    const burst = await Promise.all(
      Array.from({ length: 100 }, async () => await permits.take(subject, limit)),
    );
    expect(burst[0]).toEqual({ granted: true });
    expect(burst.slice(1).every(({ granted }) => !granted)).toBe(true);
    expect(state.commands).toBe(1);
  });

  it('queries Redis again after a second, so that a permit restored by an admin takes effect', async () => {
    const time = new ManualTime();
    const { permits } = createPermits(time);
    const subject = someone();
    await permits.take(subject, limit);
    await permits.take(subject, limit);
    await admin.del(keys.rateLimitOf(subject));
    time.advance(999);
    expect(await permits.take(subject, limit)).toMatchObject({ granted: false });
    time.advance(1);
    expect(await permits.take(subject, limit)).toEqual({ granted: true });
  });

  it('takes permits in memory, and still counts those of Redis, while it is unreachable [G18]', async () => {
    const time = new ManualTime();
    const { permits, state, causes } = createPermits(time);
    const subject = someone();
    expect(await permits.take(subject, limit)).toEqual({ granted: true });
    state.isLost = true;
    time.advance(4000);
    expect(await permits.take(subject, limit)).toEqual({ granted: false, retryAfterMs: 6000 });
    time.advance(6000);
    expect(await permits.take(subject, limit)).toEqual({ granted: true });
    expect(await permits.take(subject, limit)).toMatchObject({ granted: false });
    expect(causes).toHaveLength(3);
  });
});
