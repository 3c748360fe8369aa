import type { RedisNode } from '../../../../shared/redis/url/redis-node.ts';
import type { RedisSentinelUrl, RedisUrl } from '../../../../shared/redis/url/redis-url.ts';
import type { RedisUri } from '../../../types/lettuce.ts';

/** Returns the URI of a server that holds keys: the one of the URL, a master, or a node of a cluster. */
export function serverUri(url: RedisUrl, node: RedisNode): RedisUri {
  return uriOf(node, url, url.topology === 'cluster' ? 0 : url.database);
}

export function sentinelUri({ sentinelCredentials, tls }: RedisSentinelUrl, node: RedisNode): RedisUri {
  return uriOf(node, { credentials: sentinelCredentials, tls }, 0);
}

function uriOf(
  { host, port }: RedisNode,
  { credentials, tls }: Pick<RedisUrl, 'credentials' | 'tls'>,
  database: number,
): RedisUri {
  const { password = null, user = null } = credentials ?? {};
  const Client = Java.type('io.github.featurecontrol.isolated.LettuceClient');
  return Client.uri(host, port, tls, user, password, database);
}
