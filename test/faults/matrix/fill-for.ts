import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { AclUser } from '../../support/redis/acl-lines.ts';
import type { RedisStore } from '../../support/redis/redis-stores.ts';
import { fillCommands, KEY_PREFIX } from './store.ts';

/** What a program needs to know of a store that has what the loads expect. */
export interface FilledStore {
  readonly keys: RedisKeys;
  readonly redisUrl: string;
}

/**
 * Fills a store for a program that comes with a user of its own.
 * @param user whom all servers of the store know
 * @param more the end of the program's URL of Redis
 */
export async function fillFor(store: RedisStore, user: AclUser, more: string): Promise<FilledStore> {
  const keys = new RedisKeys(KEY_PREFIX);
  // One by one: on a cluster, they are in many slots.
  for (const [name = '', ...args] of fillCommands(keys)) await store.admin.call(name, ...args);
  return { keys, redisUrl: store.url.replace('://', `://${user.name}:${user.password}@`) + more };
}
