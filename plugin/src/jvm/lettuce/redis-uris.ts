import type { RedisNode } from '../../../../shared/redis/url/redis-node.ts';
import type { RedisSentinelUrl, RedisUrl } from '../../../../shared/redis/url/redis-url.ts';
import type { RedisUri, RedisUriBuilder } from '../../../types/lettuce.ts';

/**
 * The timeout of connecting, and of the handshake after it, in milliseconds. Longer than that of a command,
 * as no request waits for it.
 */
export const CONNECT_TIMEOUT_MS = 5000;

/** Returns the URI of a server that holds keys: the one of the URL, a master, or a node of a cluster. */
export function serverUri(url: RedisUrl, node: RedisNode): RedisUri {
  const builder = builderFor(node, url);
  if (url.topology !== 'cluster') builder.withDatabase(url.database);
  return builder.build();
}

export function sentinelUri({ sentinelCredentials, tls }: RedisSentinelUrl, node: RedisNode): RedisUri {
  return builderFor(node, { credentials: sentinelCredentials, tls }).build();
}

function builderFor(
  { host, port }: RedisNode,
  { credentials, tls }: Pick<RedisUrl, 'credentials' | 'tls'>,
): RedisUriBuilder {
  const builder = Java.type('io.lettuce.core.RedisURI')
    .builder()
    .withHost(host)
    .withPort(port)
    .withSsl(tls)
    .withTimeout(Java.type('java.time.Duration').ofMillis(CONNECT_TIMEOUT_MS));
  if (credentials?.user !== undefined) builder.withAuthentication(credentials.user, credentials.password);
  else if (credentials !== undefined) builder.withPassword(credentials.password);
  return builder;
}
