import { isReadableDespite } from '../../../../shared/redis/redis-error.ts';
import type { Executor } from '../../../types/jdk.ts';
import type { RedisAsyncCommands } from '../../../types/lettuce.ts';
import { toPromise } from '../to-promise.ts';
import { toRedisError } from './lettuce-error.ts';

/** Rejects where the server does not answer, or cannot be read. */
export async function ping(redis: RedisAsyncCommands, executor: Executor): Promise<void> {
  try {
    await toPromise(redis.ping(), executor);
  } catch (cause) {
    if (!isReadableDespite(toRedisError(cause))) throw cause;
  }
}

/** Rejects where the server does not answer, or is a replica. */
export async function pingMaster(redis: RedisAsyncCommands, executor: Executor): Promise<void> {
  const role = await toPromise(redis.role(), executor);
  if (role.get(0) !== 'master') throw new Error('the server is not the master');
}
