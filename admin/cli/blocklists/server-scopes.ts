import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { readNodes } from '../../../node/redis/heartbeats.ts';
import type { RedisClient } from '../../../node/redis/redis-client.ts';
import type { CommandContext } from '../command-context.ts';

interface UsedList {
  readonly redis: RedisClient;
  readonly keys: RedisKeys;
  readonly list: BlocklistName;
}

/**
 * Warns if the list is that of a game server, and no running proxy applies such lists. Without a heartbeat of
 * a proxy, it is not known.
 */
export async function warnOfServerScopes(
  { err }: CommandContext,
  { redis, keys, list }: UsedList,
): Promise<void> {
  if (list.kind !== 'server') return;
  const nodes = await readNodes(redis, keys).catch(() => []);
  const proxies = nodes.filter(({ kind }) => kind === 'proxy');
  if (proxies.length > 0 && proxies.every(({ serverScopes }) => serverScopes !== 1))
    err(
      'No running proxy applies the lists of game servers: set [scopes] servers = true in config.toml.',
      'yellow',
    );
}
