import type { RedisNode } from '../../../shared/redis/url/redis-url-authority.ts';
import type { Config } from './parse-config.ts';

/**
 * Whether two configurations mean the same lists: the same Redis, database and key prefix. Of Sentinels and clusters, one
 * common server is enough, as others may have been added or replaced; credentials and TLS do not count.
 */
export function namesSameData(one: Config, other: Config): boolean {
  if (one.redis['key-prefix'] !== other.redis['key-prefix']) return false;
  return whichData(one) === whichData(other) && shareNode(one.redisUrl.nodes, other.redisUrl.nodes);
}

function whichData({ redisUrl: url }: Config): string {
  if (url.kind === 'cluster') return url.kind;
  return [url.kind, url.database, ...(url.kind === 'sentinel' ? [url.master] : [])].join(' ');
}

function shareNode(some: readonly RedisNode[], others: readonly RedisNode[]): boolean {
  return some.some(({ host, port }) => others.some((other) => other.host === host && other.port === port));
}
