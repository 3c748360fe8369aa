import { once } from 'node:events';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { describeNodes } from '../../../shared/redis/url/redis-url.ts';
import { parseConfig } from '../config.ts';
import { NodeTimers } from '../platform/node-timers.ts';
import { createRedisClient, mastersOf } from '../redis/redis-client.ts';
import type { RedisClient } from '../redis/redis-client.ts';
import { reasonOf } from '../redis/connection-log.ts';
import { Failure } from './surroundings.ts';
import type { Surroundings } from './surroundings.ts';

/** Nothing hangs on a command that a person waits for. */
const TIMEOUT_MS = 3000;

/** Connects to Redis for as long as `work` takes. @throws {Failure} where there is none, with the reason */
export async function withRedis<T>(
  { environment }: Surroundings,
  work: (redis: RedisClient, keys: RedisKeys) => Promise<T>,
): Promise<T> {
  const { REDIS_URL, REDIS_CA_FILE, KEY_PREFIX } = environment;
  const parsed = parseConfig({ REDIS_URL, REDIS_CA_FILE, KEY_PREFIX });
  if (!parsed.ok) throw new Failure(parsed.problem);
  const { redis: place, keyPrefix } = parsed.config;
  const timers = new NodeTimers();
  const redis = createRedisClient(place, {
    name: 'feature-control-cli',
    timers,
    commandTimeoutMs: TIMEOUT_MS,
    heartbeatMs: TIMEOUT_MS,
  });
  const late = AbortSignal.timeout(TIMEOUT_MS);
  try {
    // The first failure is told, although the next attempt might succeed.
    await untilReady(redis, late).catch((cause: unknown) => {
      const reason = late.aborted ? 'it does not answer' : reasonOf(cause as Error);
      // The URL may hold a password, so only the places are named.
      throw new Failure(`Redis at ${describeNodes(place.url)} cannot be reached: ${reason}`);
    });
    return await work(redis, new RedisKeys(keyPrefix));
  } finally {
    redis.disconnect();
  }
}

/** A cluster says that it is ready when one of its servers is. */
async function untilReady(redis: RedisClient, signal: AbortSignal): Promise<void> {
  await once(redis, 'ready', { signal });
  for (const master of mastersOf(redis))
    if (master.status !== 'ready') await once(master, 'ready', { signal });
}
