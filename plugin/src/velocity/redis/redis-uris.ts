import type { RedisNode } from '../../../../shared/redis/url/redis-node.ts';
import type { RedisCredentials } from '../../../../shared/redis/url/redis-url-authority.ts';
import type {
  RedisClusterUrl,
  RedisSentinelUrl,
  RedisServerUrl,
} from '../../../../shared/redis/url/redis-url.ts';
import type { RedisUri, RedisUriBuilder } from '../../../types/lettuce.ts';

/**
 * The timeout of connecting, and of the handshake after it, in milliseconds. Longer than that of a command,
 * as no request waits for it.
 */
export const CONNECT_TIMEOUT_MS = 5000;

/**
 * Returns the URI of a server that holds all keys: the server in the URL, or the master named by Sentinels.
 */
export function serverUri(
  { database, ...access }: RedisServerUrl | RedisSentinelUrl,
  node: RedisNode,
): RedisUri {
  return build(builderFor(node).withDatabase(database), access);
}

/** Returns the URI of one node of a cluster. */
export function clusterNodeUri(access: RedisClusterUrl, node: RedisNode): RedisUri {
  return build(builderFor(node), access);
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
