import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { startProxy } from '../jar/start-proxy.ts';
import { stopOnError } from '../support/processes/stop-on-error.ts';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { startServerStore } from '../support/redis/redis-stores.ts';
import { builtJar } from '../velocity-stand-in/built-jar.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { KEY_PREFIX } from './attacked-sidecar.ts';

/**
 * A proxy with the built jar on a Redis of its own. A permit is valid for longer than any attack lasts.
 */
export interface AttackedProxy {
  /** A connection with write access to that Redis. */
  readonly admin: Redis;
  readonly keys: RedisKeys;
  readonly proxy: StandIn;
  /** The jar file from which the proxy loaded the plugin. */
  readonly jar: string;
  stop(): Promise<void>;
}

const CONFIG = '[limits.check-features]\nwindow-ms = 600000\n';

export async function startAttackedProxy(): Promise<AttackedProxy> {
  const directory = makeTemporaryDirectory();
  const { url, admin, ...redis } = await startServerStore();
  const store = {
    async stop() {
      await redis.stop();
      directory.remove();
    },
  };
  const jar = join(directory.path, 'feature-control.jar');
  return await stopOnError(store, async () => {
    await copyFile(builtJar(), jar);
    const proxy = await startProxy({
      redisUrl: url,
      keyPrefix: KEY_PREFIX,
      config: CONFIG,
      jars: [jar],
    });
    return {
      admin,
      jar,
      proxy,
      keys: new RedisKeys(KEY_PREFIX),
      async stop() {
        await proxy.stop();
        await store.stop();
      },
    };
  });
}
