import type { RedisEndpoint } from '../../../node/redis/connecting/redis-endpoint.ts';
import { parseNatMap } from '../../../shared/redis/url/nat-map.ts';
import { parseRedisUrl } from '../../../shared/redis/url/redis-url.ts';

/**
 * Parses a URL of Redis.
 * @param ca certificates in PEM form
 * @param natMap the value of `REDIS_NAT_MAP`
 * @throws if one of them is not valid
 */
export function toRedisEndpoint(
  url: string,
  { ca, natMap = '' }: { readonly ca?: string | undefined; readonly natMap?: string | undefined } = {},
): RedisEndpoint {
  const parsed = parseRedisUrl(url);
  const addresses = parseNatMap(natMap);
  if (!parsed.ok) throw new Error(`The URL of Redis ${parsed.problem}`);
  if (addresses === undefined) throw new Error('The addresses are not valid');
  return { url: parsed.url, tls: { ca }, natMap: addresses };
}
