import { Redis } from 'ioredis';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { RedisTokenStore } from '../../../shared/redis/redis-token-store.ts';
import { parseConfig } from '../config.ts';
import { IoredisTokenCommands } from '../redis/ioredis-token-commands.ts';
import { Failure } from './surroundings.ts';
import type { Surroundings } from './surroundings.ts';

const TIMEOUT_MS = 3000;

/** Connects to Redis for as long as `work` takes. @throws {Failure} where there is none, with the reason */
export async function withTokenStore<T>(
  { environment }: Surroundings,
  work: (store: RedisTokenStore) => Promise<T>,
): Promise<T> {
  const parsed = parseConfig({
    REDIS_URL: environment['REDIS_URL'],
    KEY_PREFIX: environment['KEY_PREFIX'],
  });
  if (!parsed.ok) throw new Failure(parsed.problem);
  const { redisUrl, keyPrefix } = parsed.config;
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    enableReadyCheck: false,
    disableClientInfo: true,
    retryStrategy: null,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    connectionName: 'feature-control-cli',
  });
  let reason = 'it does not answer';
  redis.on('error', (error: Error) => (reason = error.message));
  try {
    await redis.connect().catch(() => {
      // The URL may hold a password, so only the place is named.
      throw new Failure(`Redis at ${new URL(redisUrl).host} cannot be reached: ${reason}`);
    });
    return await work(new RedisTokenStore(new IoredisTokenCommands(redis), new RedisKeys(keyPrefix)));
  } finally {
    redis.disconnect();
  }
}
