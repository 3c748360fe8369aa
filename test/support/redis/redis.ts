import { randomUUID } from 'node:crypto';
import { variable } from '../processes/variable.ts';

/**
 * Returns the URL of the Redis that all suites share. Use only keys with your own `uniquePrefix()`. Tests
 * that need FLUSHALL, CLIENT KILL, or a frozen or stopped Redis start a dedicated one, see `startRedis()`.
 */
export function testRedisUrl(): string {
  return variable('TEST_REDIS_URL');
}

/** Returns an unused key prefix, ending with a colon as the programs require. */
export function uniquePrefix(): string {
  return `test-${randomUUID().slice(0, 13)}:`;
}
