import type { RedisEndpoint } from '../../../node/redis/connecting/redis-endpoint.ts';
import { DEFAULT_COMMAND_TIMEOUT_MS } from '../../../shared/redis/command-timeout.ts';
import { parseNatMap } from '../../../shared/redis/url/nat-map.ts';
import { parseRedisUrl } from '../../../shared/redis/url/redis-url.ts';

interface EndpointSettings {
  /** Certificates in PEM form. */
  readonly ca?: string | undefined;
  /** The value of `REDIS_NAT_MAP`. */
  readonly natMap?: string | undefined;
  readonly commandTimeoutMs?: number;
}

/**
 * Parses a URL of Redis.
 * @throws if it or a setting is not valid
 */
export function toRedisEndpoint(
  url: string,
  { ca, natMap = '', commandTimeoutMs = DEFAULT_COMMAND_TIMEOUT_MS }: EndpointSettings = {},
): RedisEndpoint {
  const parsed = parseRedisUrl(url);
  const addresses = parseNatMap(natMap);
  if (!parsed.ok) throw new Error(`The URL of Redis ${parsed.problem}`);
  if (addresses === undefined) throw new Error('The addresses are not valid');
  return { url: parsed.value, tls: { ca }, natMap: addresses, commandTimeoutMs };
}
