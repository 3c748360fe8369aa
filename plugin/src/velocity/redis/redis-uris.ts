import type { RedisCredentials, RedisNode } from '../../../../shared/redis/url/redis-url-authority.ts';
import type {
  RedisClusterUrl,
  RedisSentinelUrl,
  RedisServerUrl,
} from '../../../../shared/redis/url/redis-url.ts';
import type { RedisUri, RedisUriBuilder } from '../../../types/lettuce.ts';

/**
 * How long connecting may take, and the handshake after it, in milliseconds. Nobody waits for them as for a
 * command.
 */
export const CONNECT_TIMEOUT_MS = 5000;

/** Of a server with all keys: the one that the URL names, or the master that Sentinels name. */
export function serverUri(
  { database, ...access }: RedisServerUrl | RedisSentinelUrl,
  node: RedisNode,
): RedisUri {
  return build(builderFor(node).withDatabase(database), access);
}

/** Of one server of a cluster. */
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
