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
 * Two proxies with the built jar on a Redis of their own. A permit is valid for longer than any attack lasts.
 */
export interface AttackedProxies {
  /** A connection with write access to that Redis. */
  readonly admin: Redis;
  readonly keys: RedisKeys;
  readonly proxies: readonly [StandIn, StandIn];
  /** The jar file from which both proxies loaded the plugin. */
  readonly jar: string;
  stop(): Promise<void>;
}

const CONFIG = '[limits.check-features]\nwindow-ms = 600000\n';

export async function startAttackedProxies(): Promise<AttackedProxies> {
  const directory = makeTemporaryDirectory();
  const { url, admin, ...redis } = await startServerStore();
  const store = {
    async stop() {
      await redis.stop();
      directory.remove();
    },
  };
  const jar = join(directory.path, 'feature-control.jar');
  const options = { redisUrl: url, keyPrefix: KEY_PREFIX, config: CONFIG, jars: [jar] };
  return await stopOnError(store, async () => {
    await copyFile(builtJar(), jar);
    const [first, second] = await Promise.all([startProxy(options), startProxy(options)]);
    return {
      ...{ admin, jar, proxies: [first, second], keys: new RedisKeys(KEY_PREFIX) },
      async stop() {
        await Promise.all([first.stop(), second.stop()]);
        await store.stop();
      },
    };
  });
}
