import { cachedFor } from '../../../shared/cached-for.ts';
import { RedisClock } from '../../../shared/redis/redis-clock.ts';
import type { RedisClockDependencies } from '../../../shared/redis/redis-clock.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';

/** Maximum age of a measurement, in milliseconds: the clock may be set, or a failover may change it. */
const MAX_AGE_MS = 10_000;

/**
 * Returns a function for the time of Redis in whole milliseconds since the epoch, which is measured only when
 * somebody asks. If Redis does not answer, by the last measurement; without one, by this machine's clock.
 */
export function createRedisTime(dependencies: RedisClockDependencies): () => Promise<number> {
  const redisClock = new RedisClock(dependencies);
  const measure = cachedFor(MAX_AGE_MS, dependencies.clock, () => redisClock.measure());
  return async () => {
    await measure().catch((cause: unknown) => {
      if (!(cause instanceof RedisError)) throw cause;
    });
    return Math.floor(redisClock.epochMs());
  };
}
