import { hashOf, newTokenText } from '../../../admin/server/token.ts';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { startProxy } from '../../jar/start-proxy.ts';
import { freePort } from '../../../tools/processes/free-port.mjs';
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
  readonly operatorsOrigin: string;
  /** The token with which operators may read everything. */
  readonly token: string;
  /** Writes the data that the load expects, and the settings that the tests need. */
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
  const token = newTokenText();
  const fill = async (): Promise<void> => {
    await fillStore(store, keys, token);
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
    token,
    proxy,
    origin: sidecar.origin,
    operatorsOrigin: sidecar.operatorsOrigin,
    async stop() {
      await proxy.stop();
      await sidecarAndStore.stop();
    },
  };
}

async function startSidecar(redisUrl: string) {
  const operatorsPort = await freePort();
  const sidecar = await startLoadedSidecar({
    REDIS_URL: redisUrl,
    KEY_PREFIX,
    OPERATORS_PORT: String(operatorsPort),
    // After a fault, edits must become visible by notifications of Redis, not by the periodic comparison.
    RESYNC_SECONDS: '3600',
  });
  const operatorsOrigin = `http://127.0.0.1:${operatorsPort}`;
  return { origin: sidecar.origin, operatorsOrigin, stop: () => sidecar.stop() };
}

/** Writes the data that the load expects, and the operators' token. */
async function fillStore({ admin }: RedisStore, keys: RedisKeys, token: string): Promise<void> {
  // Not in one transaction: in a cluster, the keys are in different slots.
  for (const [name = '', ...args] of fillCommands(keys)) await admin.call(name, ...args);
  const scopes = 'metrics:read blocklists:read rate-limits:read';
  await admin.hset(keys.tokenOf(hashOf(token)), { name: 'test', scopes, createdAt: '1' });
}
