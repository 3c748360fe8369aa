import { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { startProxy } from '../jar/start-proxy.ts';
import { startBuiltSidecar } from '../support/built-sidecar.ts';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import { startRedis, type RedisServer } from '../support/redis-server.ts';
import { startCheckLoad } from './check-load.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';

/** Everything as it ships, in processes of its own: Redis, the sidecar, a JVM with the jar; and what stands between them and Redis. */
export interface NetworkUnderTest {
  readonly redis: RedisServer;
  readonly faults: FaultProxy;
  readonly origin: string;
  readonly proxy: StandIn;
  readonly keys: RedisKeys;
  readonly admin: Redis;
  /** Writes what the loads expect. */
  fill(): Promise<void>;
  stop(): Promise<void>;
}

export const BLOCKED = ['fly', 'minimap'];
export const SERVER = '{"displayName":"Lobby"}';
const KEY_PREFIX = 'fc:';

export async function startNetwork(): Promise<NetworkUnderTest> {
  const keys = new RedisKeys(KEY_PREFIX);
  const redis = await startRedis();
  const faults = await startFaultProxy(redis.port);
  const admin = new Redis(redis.url, { retryStrategy: () => 50, maxRetriesPerRequest: null });
  admin.on('error', () => undefined);
  const fill = async (): Promise<void> => {
    await admin.sadd(keys.blocklistGlobal, 'fly');
    await admin.sadd(keys.blocklistOf('my-mod'), 'minimap');
    await admin.hset(keys.servers, 'lobby', SERVER);
  };
  await fill();
  const sidecar = await startBuiltSidecar({ REDIS_URL: faults.url, KEY_PREFIX });
  const proxy = await startProxy({ redisUrl: faults.url, keyPrefix: KEY_PREFIX });
  await warmUp(proxy);
  return {
    redis,
    faults,
    origin: sidecar.origin,
    proxy,
    keys,
    admin,
    fill,
    async stop() {
      await proxy.stop();
      await sidecar.stop();
      admin.disconnect();
      await faults.stop();
      await redis.stop();
    },
  };
}

/** A JVM is slow at first under load, which is not what is looked at. */
async function warmUp(proxy: StandIn): Promise<void> {
  const load = await startCheckLoad(proxy, { players: 200, perSecond: 100, blocked: BLOCKED });
  await new Promise((resolve) => setTimeout(resolve, 3000));
  await load.stop();
}
