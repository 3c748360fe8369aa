import type { Redis } from 'ioredis';

/** How often each command was called since the last `CONFIG RESETSTAT`, by its name in lower case. */
export async function commandCounts(redis: Redis): Promise<ReadonlyMap<string, number>> {
  const stats = await redis.info('commandstats');
  return new Map(
    [...stats.matchAll(/^cmdstat_(\S+?):calls=(\d+)/gm)].map(([, name = '', calls]) => [name, Number(calls)]),
  );
}
