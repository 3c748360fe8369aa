import { startRedis, type RedisServer } from './redis-server.ts';

declare global {
  /** Handed from Jest's global set-up to its tear-down, which run in one process. */
  var sharedTestRedis: RedisServer | undefined;
}

/** Finds or unpacks a Redis server, and starts the one that all suites share. */
export default async function setUp(): Promise<void> {
  const { findRedisServer, unpackRedisServer } = await import('../../tools/lib/redis-server.mjs');
  const { path } = findRedisServer() ?? (await unpackRedisServer());
  process.env['FC_REDIS_SERVER'] = path;
  globalThis.sharedTestRedis = await startRedis({ persistent: false });
  process.env['TEST_REDIS_URL'] = globalThis.sharedTestRedis.url;
}
