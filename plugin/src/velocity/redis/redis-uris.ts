import type { RedisNode } from '../../../../shared/redis/url/redis-node.ts';
import type { RedisCredentials } from '../../../../shared/redis/url/redis-url-authority.ts';
import type { RedisSentinelUrl, RedisUrl } from '../../../../shared/redis/url/redis-url.ts';
import type { RedisUri, RedisUriBuilder } from '../../../types/lettuce.ts';

/**
 * The timeout of connecting, and of the handshake after it, in milliseconds. Longer than that of a command,
 * as no request waits for it.
 */
export const CONNECT_TIMEOUT_MS = 5000;

/** Returns the URI of a server that holds keys: the one of the URL, a master, or a node of a cluster. */
export function serverUri(url: RedisUrl, node: RedisNode): RedisUri {
  const builder = builderFor(node);
  if (url.kind !== 'cluster') builder.withDatabase(url.database);
  return build(builder, url);
}

export function sentinelUri({ sentinelCredentials, tls }: RedisSentinelUrl, node: RedisNode): RedisUri {
  return build(builderFor(node), { credentials: sentinelCredentials, tls });
}

function builderFor({ host, port }: RedisNode): RedisUriBuilder {
  return Java.type('io.lettuce.core.RedisURI').builder().withHost(host).withPort(port);
}

function build(
  builder: RedisUriBuilder,
  { credentials, tls }: { readonly credentials: RedisCredentials | undefined; readonly tls: boolean },
): RedisUri {
  if (credentials?.user !== undefined) builder.withAuthentication(credentials.user, credentials.password);
  else if (credentials !== undefined) builder.withPassword(credentials.password);
  return builder
    .withSsl(tls)
    .withTimeout(Java.type('java.time.Duration').ofMillis(CONNECT_TIMEOUT_MS))
    .build();
}
