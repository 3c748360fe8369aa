import { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { startProxy } from '../jar/start-proxy.ts';
import { startBuiltSidecar, type BuiltServer } from '../support/http/built-servers.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';

/** Several proxies and sidecars on one Redis, each a process with a built program. */
export interface Network {
  readonly proxies: readonly StandIn[];
  readonly sidecars: readonly BuiltServer[];
  readonly keys: RedisKeys;
  /** An ordinary Redis client, like that of an admin. */
  readonly admin: Redis;
  stop(): Promise<void>;
}

/** @param config the settings of each proxy, in the format of config.toml */
export async function startNetwork(
  count: { readonly proxies: number; readonly sidecars: number },
  config: string,
): Promise<Network> {
  const keyPrefix = uniquePrefix();
  const options = { redisUrl: testRedisUrl(), keyPrefix, config };
  const [proxies, sidecars] = await Promise.all([
    Promise.all(Array.from({ length: count.proxies }, async () => startProxy(options))),
    Promise.all(
      Array.from({ length: count.sidecars }, async () => startBuiltSidecar({ KEY_PREFIX: keyPrefix })),
    ),
  ]);
  const admin = new Redis(testRedisUrl());
  return {
    proxies,
    sidecars,
    keys: new RedisKeys(keyPrefix),
    admin,
    async stop() {
      await Promise.all([...proxies, ...sidecars].map(async (program) => program.stop()));
      admin.disconnect();
    },
  };
}
