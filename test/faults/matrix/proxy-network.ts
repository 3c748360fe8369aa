import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { startProxy } from '../../jar/start-proxy.ts';
import type { AclUser } from '../../support/redis/acl-lines.ts';
import { orStop } from '../../support/processes/or-stop.ts';
import type { RedisStore } from '../../support/redis/redis-stores.ts';
import type { StandIn } from '../../velocity-stand-in/stand-in.ts';
import { warmUp } from './network-under-test.ts';
import { fillStore, urlFor } from './fill-store.ts';
import { KEY_PREFIX } from './store.ts';
import type { TopologyNetwork } from './topology-fault.ts';

/** With a proxy in it, which has the plugin. */
export interface ProxyNetwork<Store extends RedisStore> extends TopologyNetwork<Store> {
  readonly proxy: StandIn;
  stop(): Promise<void>;
}

/**
 * @param user the plugin's, which all servers of the store know
 * @param more the end of the plugin's URL of Redis
 */
export async function startProxyOn<Store extends RedisStore>(
  store: Store,
  user: AclUser,
  more = '',
): Promise<ProxyNetwork<Store>> {
  const keys = new RedisKeys(KEY_PREFIX);
  const fill = () => fillStore(store, keys);
  await orStop(store, fill);
  const how = { redisUrl: urlFor(store, user, more), keyPrefix: KEY_PREFIX, jvmOptions: [] };
  const proxy = await orStop(store, () => startProxy(how));
  await warmUp(proxy);
  return {
    ...{ store, keys, fill, proxy },
    async stop() {
      await proxy.stop();
      await store.stop();
    },
  };
}
