import { cachedFor } from '../../../shared/cached-for.ts';
import { RedisClock } from '../../../shared/redis/redis-clock.ts';
import type { RedisClockDependencies } from '../../../shared/redis/redis-clock.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';

/** Maximum age of a measurement, in milliseconds: the clock may be set, or a failover may change it. */
const MAX_AGE_MS = 10_000;

/** The time of Redis, in whole milliseconds since the epoch; this machine's until it was measured. */
export interface RedisTime {
  /** By the last measurement. */
  readonly now: () => number;
  /** After a new measurement, unless there is a recent one or Redis does not answer. */
  readonly measuredNow: () => Promise<number>;
}

/** Creates a clock that is measured only when somebody needs it. */
export function createRedisTime(dependencies: RedisClockDependencies): RedisTime {
  const redisClock = new RedisClock(dependencies);
  const measure = cachedFor(MAX_AGE_MS, dependencies.clock, () => redisClock.measure());
  const now = (): number => Math.floor(redisClock.epochMs());
  return {
    now,
    measuredNow: async () => {
      await measure().catch((cause: unknown) => {
        if (!(cause instanceof RedisError)) throw cause;
      });
      return now();
    },
  };
}
