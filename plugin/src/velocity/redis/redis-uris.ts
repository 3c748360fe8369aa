import type { RedisCredentials, RedisNode } from '../../../../shared/redis/redis-url-authority.ts';
import type {
  RedisClusterUrl,
  RedisSentinelUrl,
  RedisServerUrl,
} from '../../../../shared/redis/redis-url.ts';
import type { RedisUri, RedisUriBuilder } from '../../../types/lettuce.ts';

/** How long connecting may take, and the handshake after it, in milliseconds. Nobody waits for them as for a command. */
export const CONNECT_TIMEOUT_MS = 5000;

export function serverUri({ nodes: [node], database, ...access }: RedisServerUrl): RedisUri {
  return build(builderFor(node).withDatabase(database), access);
}

/** Of one server of a cluster. */
export function clusterNodeUri(access: RedisClusterUrl, node: RedisNode): RedisUri {
  return build(builderFor(node), access);
}

/** Of the master that Sentinels name, who are asked at each connection, one after the other until one answers. */
export function masterUri({ nodes, master, database, sentinelCredentials, ...access }: RedisSentinelUrl) {
  const builder = Java.type('io.lettuce.core.RedisURI').builder().withDatabase(database);
  for (const node of nodes)
    builder.withSentinel(build(builderFor(node), { credentials: sentinelCredentials, tls: access.tls }));
  return build(builder.withSentinelMasterId(master), access);
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
