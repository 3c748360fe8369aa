import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { startProxy } from '../../jar/start-proxy.ts';
import { stopOnError } from '../../support/processes/stop-on-error.ts';
import { documentedUser, userSettings } from '../../support/redis/acl-lines.ts';
import type { RedisStore } from '../../support/redis/redis-stores.ts';
import { LOAD_TEST_JVM_OPTIONS } from '../../velocity-stand-in/stand-in.ts';
import { startLoadedSidecar, warmUp } from './network-under-test.ts';
import type { Network } from './network-under-test.ts';
import { fillCommands, KEY_PREFIX } from './store.ts';

/** Both built programs, each with its own Redis user, on a Redis with several servers. */
export interface TopologyNetwork<Store extends RedisStore> extends Pick<
  Network,
  'origin' | 'proxy' | 'keys' | 'stop'
> {
  readonly store: Store;
  /** Writes the data that the load expects. */
  fill(): Promise<void>;
}

const SIDECAR = documentedUser('fc-sidecar');
const PLUGIN = documentedUser('fc-plugin');

/** Settings of a Redis server that define the users of both programs. */
export const PROGRAM_USERS: readonly string[] = [...userSettings(SIDECAR), ...userSettings(PLUGIN)];

/**
 * @param store its servers were started with {@link PROGRAM_USERS}; it is stopped with the network
 * @param urlSuffix appended to the URL of Redis that the programs receive
 */
export async function startTopologyNetwork<Store extends RedisStore>(
  store: Store,
  urlSuffix = '',
): Promise<TopologyNetwork<Store>> {
  const keys = new RedisKeys(KEY_PREFIX);
  const fill = async (): Promise<void> => {
    await fillStore(store, keys);
  };
  const urlFor = ({ name, password }: typeof PLUGIN): string =>
    store.url.replace('://', `://${name}:${password}@`) + urlSuffix;
  await stopOnError(store, fill);
  const sidecar = await stopOnError(store, () => startSidecar(urlFor(SIDECAR)));
  const sidecarAndStore = {
    async stop() {
      await sidecar.stop();
      await store.stop();
    },
  };
  const options = { redisUrl: urlFor(PLUGIN), keyPrefix: KEY_PREFIX, jvmOptions: LOAD_TEST_JVM_OPTIONS };
  const proxy = await stopOnError(sidecarAndStore, () => startProxy(options));
  await warmUp(proxy);
  return {
    store,
    keys,
    fill,
    proxy,
    origin: sidecar.origin,
    async stop() {
      await proxy.stop();
      await sidecarAndStore.stop();
    },
  };
}

function startSidecar(redisUrl: string) {
  // After a fault, edits must become visible by notifications of Redis, not by the periodic comparison.
  return startLoadedSidecar({ REDIS_URL: redisUrl, KEY_PREFIX, RESYNC_SECONDS: '3600' });
}

/** Writes the data that the load expects. */
async function fillStore({ admin }: RedisStore, keys: RedisKeys): Promise<void> {
  // Not in one transaction: in a cluster, the keys are in different slots.
  for (const [name = '', ...args] of fillCommands(keys)) await admin.call(name, ...args);
}
