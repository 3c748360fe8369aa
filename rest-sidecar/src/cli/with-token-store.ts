import { RedisTokenStore } from '../../../shared/redis/operators/redis-token-store.ts';
import { IoredisTokenCommands } from '../redis/ioredis-token-commands.ts';
import type { Surroundings } from './surroundings.ts';
import { withRedis } from './with-redis.ts';

/** Connects to Redis for as long as `work` takes. @throws {Failure} where there is none, with the reason */
export async function withTokenStore<T>(
  surroundings: Surroundings,
  work: (store: RedisTokenStore) => Promise<T>,
): Promise<T> {
  return await withRedis(
    surroundings,
    async (redis, keys) => await work(new RedisTokenStore(new IoredisTokenCommands(redis), keys)),
  );
}
