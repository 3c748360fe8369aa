import type { Logger } from '../../shared/logger.ts';
import { RedisError } from '../../shared/redis/redis-error.ts';
import type { RedisKeys } from '../../shared/redis/redis-keys.ts';
import type { RedisClient } from './redis-client.ts';
import { orRedisError } from './redis-replies.ts';

/**
 * Logs one warning if Redis has records of version 1 of the keys. If the ACL does not permit the
 * check, it is only logged at level debug.
 */
export async function warnOfVersion1(redis: RedisClient, keys: RedisKeys, logger: Logger): Promise<void> {
  try {
    const hashes = Object.values(keys.version1);
    const types = await Promise.all(hashes.map(async (key) => await orRedisError(redis.type(key))));
    const found = hashes.filter((_, index) => types[index] === 'hash');
    if (found.length === 0) return;
    logger.warn(
      `Redis holds records of version 1 of the keys, which are not served: ${found.join(', ')}. ` +
        'Copy them with "npx feature-control migrate --apply", then delete these keys',
    );
  } catch (cause) {
    if (!(cause instanceof RedisError)) throw cause;
    logger.debug(`Whether there are records of version 1 is not known: ${cause.message}`);
  }
}
