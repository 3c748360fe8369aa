import { randomUUID } from 'node:crypto';

/**
 * Returns the URL of the Redis that all suites share. Use only keys with your own `uniquePrefix()`. Tests
 * that need FLUSHALL, CLIENT KILL, or a frozen or stopped Redis start a dedicated one, see `startRedis()`.
 */
export function testRedisUrl(): string {
  const url = process.env['TEST_REDIS_URL'];
  if (url === undefined)
    throw new Error('TEST_REDIS_URL is not set: it comes from test/support/jest/global-setup.ts');
  return url;
}

/** Returns an unused key prefix, ending with a colon as the programs require. */
export function uniquePrefix(): string {
  return `test-${randomUUID().slice(0, 13)}:`;
}
