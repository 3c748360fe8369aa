import { randomUUID } from 'node:crypto';

/**
 * @returns the URL of the Redis that all suites share. Keep to your own `uniquePrefix()` there; what needs
 * FLUSHALL, CLIENT KILL, a frozen or a dead Redis starts one of its own, see `startRedis()`.
 */
export function testRedisUrl(): string {
  const url = process.env['TEST_REDIS_URL'];
  if (url === undefined)
    throw new Error('TEST_REDIS_URL is not set: it comes from test/support/jest/global-setup.ts');
  return url;
}

/** @returns a key prefix that nobody else uses, ending with a colon as the programs want it */
export function uniquePrefix(): string {
  return `test-${randomUUID().slice(0, 13)}:`;
}
