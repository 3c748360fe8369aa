import type { Cluster, Redis } from 'ioredis';
import { hashOf, newTokenText } from '../../../admin/server/access/token.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';

/**
 * Stores a new token.
 * @param scopes separated by spaces
 * @param fields of its record, which replace the default ones
 * @returns its text
 */
export async function storeToken(
  redis: Redis | Cluster,
  keys: RedisKeys,
  scopes: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<string> {
  const text = newTokenText();
  await redis.hset(keys.tokenOf(hashOf(text)), { name: 'test', scopes, createdAt: '1', ...fields });
  return text;
}
