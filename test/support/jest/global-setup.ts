import { startMavenMirror } from '../jar/maven-mirror.ts';
import { startRedis, type RedisServer } from '../redis/redis-server.ts';

declare global {
  /** Passed from Jest's global set-up to its tear-down, which run in one process. */
  var sharedTestRedis: RedisServer | undefined;
}

/**
 * Compiles the validators and finds the tools, as `npm test` does, in case Jest is started by hand; unpacks a
 * Redis server if none is installed, and starts the Redis that all suites share.
 */
export default async function setUp(): Promise<void> {
  const { findRedisServer, unpackRedisServer } = await import('../../../tools/set-up/redis-server.mjs');
  if (process.env['FC_GRADLE'] === undefined) {
    const { compileValidators } = await import('../../../tools/assemble/compile-validators.mjs');
    const { findJavaTools, javaEnvironment } = await import('../../../tools/set-up/java-and-gradle.mjs');
    const { findTestTools } = await import('../../../tools/set-up/test-tools.mjs');
    await compileValidators();
    Object.assign(process.env, javaEnvironment(findJavaTools()), findTestTools());
  }
  const { path } = findRedisServer() ?? (await unpackRedisServer());
  process.env['FC_REDIS_SERVER'] = path;
  globalThis.sharedTestRedis = await startRedis({ persistent: false });
  process.env['TEST_REDIS_URL'] = globalThis.sharedTestRedis.url;
  if (process.env['FC_TIER'] !== 'release') return;
  // A failed build is reported by the tests of the jar.
  const mirror = await startMavenMirror().catch(() => undefined);
  if (mirror !== undefined) process.env['TEST_LIBRARIES_MIRROR'] = mirror.url;
}
