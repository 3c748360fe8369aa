import { afterAll } from '@jest/globals';
import { Redis } from 'ioredis';
import { testRedisUrl } from './redis.ts';

/** Connects to the Redis that all suites share, until the tests of this suite have ended. */
export function useRedis(): Redis {
  const redis = new Redis(testRedisUrl());
  afterAll(() => {
    redis.disconnect();
  });
  return redis;
}
