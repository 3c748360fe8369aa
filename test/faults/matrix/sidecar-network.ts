import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { hashOf, newTokenText } from '../../../rest-sidecar/src/operators/token.ts';
import type { AclUser } from '../../support/redis/acl-lines.ts';
import { startBuiltSidecar } from '../../support/http/built-sidecar.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/processes/free-port.ts';
import { ask } from '../../support/http/http.ts';
import { orStop } from '../../support/processes/or-stop.ts';
import type { RedisStore } from '../../support/redis/redis-stores.ts';
import { fillStore, urlFor } from './fill-store.ts';
import { KEY_PREFIX } from './store.ts';
import type { TopologyNetwork } from './topology-fault.ts';

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
