import { BRIDGES } from '../../../../shared/bridges/bridges.ts';
import { describeLaterUnblocking, laterUnblocking } from '../../../../shared/bridges/later-unblocking.ts';
import type { EditResult } from '../../../../shared/feature-control/blocklist-editor.ts';
import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import { readNodes } from '../../redis/read-nodes.ts';
import type { RedisClient } from '../../redis/redis-client.ts';

/**
 * A sentence for each mod whose bridge a proxy has enabled, and in which the un-blocking takes effect later;
 * none where the proxies' heartbeats cannot be read.
 * @param client whose list it was; undefined for one of all clients
 */
export async function readLaterUnblocking(
  { redis, keys }: { readonly redis: RedisClient; readonly keys: RedisKeys },
  unblocked: readonly { readonly feature: string; readonly result: EditResult }[],
  client: string | undefined,
): Promise<readonly string[]> {
  const freed = unblocked.filter(({ result }) => result.outcome === 'changed');
  const concerned = BRIDGES.filter((bridge) =>
    freed.some(({ feature }) => laterUnblocking([bridge], feature, client).length > 0),
  );
  if (concerned.length === 0) return [];
  const nodes = await readNodes(redis, keys).catch(() => []);
  const isEnabled = (bridge: string): boolean =>
    nodes.some(({ bridges = {} }) => Object.hasOwn(bridges, bridge));
  return concerned.filter(({ name }) => isEnabled(name)).map(describeLaterUnblocking);
}
