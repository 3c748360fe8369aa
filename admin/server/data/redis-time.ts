import { cachedFor } from '../../../shared/cached-for.ts';
import { RedisClock } from '../../../shared/redis/redis-clock.ts';
import type { RedisClockDependencies } from '../../../shared/redis/redis-clock.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';

/** Maximum age of a measurement, in milliseconds: the clock may be set, or a failover may change it. */
const MAX_AGE_MS = 10_000;

/**
 * Creates a clock that is measured only when somebody needs it. It has the time of Redis, in whole
 * milliseconds since the epoch; that of this machine until it was measured.
 */
export function createRedisTime(dependencies: RedisClockDependencies) {
  const redisClock = new RedisClock(dependencies);
  const measure = cachedFor(MAX_AGE_MS, dependencies.clock, () => redisClock.measure());
  const now = (): number => Math.floor(redisClock.epochMs());
  /** After a new measurement, unless there is a recent one or Redis does not answer. */
  const measuredNow = async (): Promise<number> => {
    await measure().catch((cause: unknown) => {
      if (!(cause instanceof RedisError)) throw cause;
    });
    return now();
  };
  return { now, measuredNow };
}
