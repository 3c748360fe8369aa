import type { Redis } from 'ioredis';

/**
 * Returns the number of calls of each command since the last `CONFIG RESETSTAT`, by its name in lower case.
 */
export async function commandCounts(redis: Redis): Promise<ReadonlyMap<string, number>> {
  const stats = await redis.info('commandstats');
  return new Map(
    [...stats.matchAll(/^cmdstat_(\S+?):calls=(\d+)/gm)].map(([, name = '', calls]) => [name, Number(calls)]),
  );
}
