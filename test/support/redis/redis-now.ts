import type { Redis } from 'ioredis';

/** Returns Redis's time in milliseconds since the epoch. */
export async function redisNowMs(redis: Pick<Redis, 'time'>): Promise<number> {
  const [seconds, micros] = await redis.time();
  return Number(seconds) * 1000 + Number(micros) / 1000;
}
