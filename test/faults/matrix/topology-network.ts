import { hashOf, newTokenText } from '../../../rest-sidecar/src/operators/token.ts';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { startProxy } from '../../jar/start-proxy.ts';
import { eventually } from '../../support/eventually.ts';
import { startBuiltSidecar } from '../../support/http/built-sidecar.ts';
import { ask } from '../../support/http/http.ts';
import { freePort } from '../../support/processes/free-port.ts';
import { orStop } from '../../support/processes/or-stop.ts';
import type { AclUser } from '../../support/redis/acl-lines.ts';
import type { RedisStore } from '../../support/redis/redis-stores.ts';
import type { StandIn } from '../../velocity-stand-in/stand-in.ts';
import { warmUp } from './network-under-test.ts';
import { fillCommands, KEY_PREFIX } from './store.ts';

/**
 * A program as it ships, in a process of its own and under its own user, on a Redis that is more than one
 * server.
 */
export interface TopologyNetwork<Store extends RedisStore> {
  readonly store: Store;
  readonly keys: RedisKeys;
  /** Writes what the loads expect, and what lets the tests ask. */
  fill(): Promise<void>;
}

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

/** With the sidecar in it. */
export interface SidecarNetwork<Store extends RedisStore> extends TopologyNetwork<Store> {
  readonly origin: string;
  readonly operatorsOrigin: string;
  /** With which operators may see everything. */
  readonly token: string;
  stop(): Promise<void>;
}

/**
 * @param user the sidecar's, which all servers of the store know
 * @param more the end of the sidecar's URL of Redis
 */
export async function startSidecarOn<Store extends RedisStore>(
  store: Store,
  user: AclUser,
  more = '',
): Promise<SidecarNetwork<Store>> {
  const keys = new RedisKeys(KEY_PREFIX);
  const token = newTokenText();
  const fill = async (): Promise<void> => {
    await fillStore(store, keys);
    const scopes = 'metrics:read blocklists:read rate-limits:read';
    await store.admin.hset(keys.tokenOf(hashOf(token)), { name: 'test', scopes, createdAt: '1' });
  };
  await orStop(store, fill);
  const operatorsPort = await freePort();
  const settings = {
    REDIS_URL: urlFor(store, user, more),
    KEY_PREFIX,
    OPERATORS_PORT: String(operatorsPort),
    // What is seen after a fault is what Redis tells of, not what is found by looking now and then.
    RESYNC_SECONDS: '3600',
  };
  const sidecar = await orStop(store, () => startBuiltSidecar(settings));
  const { origin } = sidecar;
  const isOk = async (): Promise<boolean> => (await ask(origin, '/v1/health')).text.includes('"ok"');
  await eventually(isOk, { what: 'the sidecar to have read everything' });
  return {
    ...{ store, keys, fill, origin, token },
    operatorsOrigin: `http://127.0.0.1:${operatorsPort}`,
    async stop() {
      await sidecar.stop();
      await store.stop();
    },
  };
}

/** Writes what the loads expect. */
async function fillStore({ admin }: Pick<RedisStore, 'admin'>, keys: RedisKeys): Promise<void> {
  // One by one: on a cluster, they are in many slots.
  for (const [name = '', ...args] of fillCommands(keys)) await admin.call(name, ...args);
}

/**
 * @param user a program's own, which all servers of the store know
 * @param more the end of the URL
 * @returns the program's URL of Redis
 */
function urlFor({ url }: Pick<RedisStore, 'url'>, user: AclUser, more: string): string {
  return url.replace('://', `://${user.name}:${user.password}@`) + more;
}
