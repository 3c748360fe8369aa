import type { RedisEndpoint } from '../../../rest-sidecar/src/redis/redis-endpoint.ts';
import { parseRedisUrl } from '../../../shared/redis/url/redis-url.ts';

/**
 * @param authority certificates in PEM form
 * @throws if the text is not a URL of Redis
 */
export function placeOf(text: string, authority?: string): RedisEndpoint {
  const parsed = parseRedisUrl(text);
  if (!parsed.ok) throw new Error(`The URL of Redis ${parsed.problem}`);
  return { url: parsed.url, authority };
}
