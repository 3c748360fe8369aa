import type { RedisEndpoint } from '../../../node/redis/redis-endpoint.ts';
import { parseRedisUrl } from '../../../shared/redis/url/redis-url.ts';

/**
 * Parses a URL of Redis.
 * @param ca certificates in PEM form
 * @throws if the URL is not valid
 */
export function toRedisEndpoint(url: string, ca?: string): RedisEndpoint {
  const parsed = parseRedisUrl(url);
  if (!parsed.ok) throw new Error(`The URL of Redis ${parsed.problem}`);
  return { url: parsed.url, ca };
}
