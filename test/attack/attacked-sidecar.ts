import type { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { startBuiltSidecar, type BuiltServer } from '../support/http/built-servers.ts';
import { stopOnError } from '../support/processes/stop-on-error.ts';
import type { RedisServer } from '../support/redis/redis-server.ts';
import { startServerStore } from '../support/redis/redis-stores.ts';

export const KEY_PREFIX = 'fc:';

/** The built sidecar in a separate process with a small heap, and a Redis of its own. */
export interface AttackedSidecar {
  readonly redis: RedisServer;
  /** A connection with write access to that Redis. */
  readonly admin: Redis;
  readonly keys: RedisKeys;
  readonly sidecar: BuiltServer;
  readonly origin: string;
  stop(): Promise<void>;
}

/** Settings for all attacks. The resync runs only once an hour, so all changes arrive as notifications. */
const SETTINGS = { RESYNC_SECONDS: '3600', NODE_OPTIONS: '--max-old-space-size=512' };

export async function startAttackedSidecar(): Promise<AttackedSidecar> {
  const store = await startServerStore();
  const { admin, server: redis } = store;
  const environment = { REDIS_URL: redis.url, KEY_PREFIX, ...SETTINGS };
  const sidecar = await stopOnError(store, async () => await startBuiltSidecar(environment));
  return {
    redis,
    admin,
    keys: new RedisKeys(KEY_PREFIX),
    sidecar,
    origin: sidecar.origin,
    async stop() {
      await sidecar.stop();
      await store.stop();
    },
  };
}
