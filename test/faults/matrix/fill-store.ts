import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { AclUser } from '../../support/redis/acl-lines.ts';
import type { RedisStore } from '../../support/redis/redis-stores.ts';
import { fillCommands } from './store.ts';

/** Writes what the loads expect. */
export async function fillStore({ admin }: Pick<RedisStore, 'admin'>, keys: RedisKeys): Promise<void> {
  // One by one: on a cluster, they are in many slots.
  for (const [name = '', ...args] of fillCommands(keys)) await admin.call(name, ...args);
}

/**
 * @param user a program's own, which all servers of the store know
 * @param more the end of the URL
 * @returns the program's URL of Redis
 */
export function urlFor({ url }: Pick<RedisStore, 'url'>, user: AclUser, more: string): string {
  return url.replace('://', `://${user.name}:${user.password}@`) + more;
}
