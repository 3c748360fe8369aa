import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { NodeTimers } from '../../../node/node-timers.ts';
import { createRedisClient } from '../../../node/redis/redis-client.ts';
import type { RedisClient } from '../../../node/redis/redis-client.ts';
import { subjectOf } from '../../../shared/rate-limit/rate-limit.ts';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { RedisRateLimiter } from '../../../shared/redis/redis-rate-limiter.ts';
import { describeRateLimiter } from '../../contracts/rate-limiter.contract.ts';
import { eventually } from '../../support/eventually.ts';
import { IoredisRedisCommands } from '../../support/redis/ioredis-redis-commands.ts';
import { toRedisEndpoint } from '../../support/redis/to-redis-endpoint.ts';
import { redisNowMs } from '../../support/redis/redis-now.ts';
import { testRedisUrl, uniquePrefix } from '../../support/redis/redis.ts';

const keys = new RedisKeys(uniquePrefix());
const connections: RedisClient[] = [];

/** Creates the limiter of one proxy, with its own connection. */
async function createProxyLimiter(): Promise<RedisRateLimiter> {
  const redis = createRedisClient(toRedisEndpoint(testRedisUrl()), {
    name: 'test',
    timers: new NodeTimers(),
  });
  connections.push(redis);
  await eventually(() => redis.status === 'ready', { what: 'Redis' });
  return new RedisRateLimiter(new IoredisRedisCommands(redis), keys);
}

const connection = (): RedisClient => {
  const [first] = connections;
  if (first === undefined) throw new Error('not connected');
  return first;
};

let limiter: RedisRateLimiter;

beforeAll(async () => {
  limiter = await createProxyLimiter();
});

afterAll(() => {
  for (const redis of connections) redis.disconnect();
});

describeRateLimiter('RedisRateLimiter', () => ({
  limiter,
  nowMs: () => redisNowMs(connection()),
  pass: (ms) => delay(ms),
}));

describe('RedisRateLimiter', () => {
  it.each([1, 4])('grants %i over all proxies together [F-RATE-1]', async (maxRequests) => {
    const proxies = await Promise.all(Array.from({ length: 3 }, createProxyLimiter));
    const subject = subjectOf('checkFeatures', randomUUID());
    const permits = await Promise.all(
      proxies.flatMap((proxy) =>
        Array.from({ length: 5 }, () => proxy.take(subject, { maxRequests, windowMs: 10_000 })),
      ),
    );
    expect(permits.filter(({ granted }) => granted)).toHaveLength(maxRequests);
  });

  it('keeps one key per player and method, which expires with the window', async () => {
    const player = randomUUID();
    for (const [method, maxRequests] of [
      ['one', 1],
      ['several', 3],
    ] as const) {
      const subject = subjectOf(method, player);
      await limiter.take(subject, { maxRequests, windowMs: 10_000 });
      const key = keys.rateLimitOf(subject);
      expect(await connection().type(key)).toBe('string');
      expect(await connection().pttl(key)).toBeGreaterThan(9000);
    }
  });

  it('grants a permit again after an admin has deleted the key', async () => {
    const subject = subjectOf('checkFeatures', randomUUID());
    const limit = { maxRequests: 1, windowMs: 10_000 };
    await limiter.take(subject, limit);
    await connection().del(keys.rateLimitOf(subject));
    expect(await limiter.take(subject, limit)).toEqual({ granted: true });
  });

  it('denies permits while a key without expiry exists, as set by an admin', async () => {
    const subject = subjectOf('checkFeatures', randomUUID());
    await connection().set(keys.rateLimitOf(subject), 'blocked');
    expect(await limiter.take(subject, { maxRequests: 1, windowMs: 10_000 })).toEqual({
      granted: false,
      retryAfterMs: 10_000,
    });
  });
});
