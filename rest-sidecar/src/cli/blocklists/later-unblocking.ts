import { BRIDGES } from '../../../../shared/bridges/bridges.ts';
import { describeLaterUnblocking, laterUnblocking } from '../../../../shared/bridges/later-unblocking.ts';
import type { EditResult } from '../../../../shared/feature-control/blocklist-editor.ts';
import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import { readNodes } from '../../redis/read-nodes.ts';
import type { RedisClient } from '../../redis/redis-client.ts';

/**
 * Returns a sentence for each mod in which the unblocking takes effect later, if a proxy has enabled its
 * bridge; none if the heartbeats of the proxies cannot be read.
 * @param client the client of the list; undefined for the lists of all clients or of a server
 */
export async function readLaterUnblocking(
  { redis, keys }: { readonly redis: RedisClient; readonly keys: RedisKeys },
  unblocked: readonly { readonly feature: string; readonly result: EditResult }[],
  client: string | undefined,
): Promise<readonly string[]> {
  const changed = unblocked.filter(({ result }) => result.outcome === 'changed');
  const affected = BRIDGES.filter((bridge) =>
    changed.some(({ feature }) => laterUnblocking([bridge], feature, client).length > 0),
  );
  if (affected.length === 0) return [];
  const nodes = await readNodes(redis, keys).catch(() => []);
  const isEnabled = (bridge: string): boolean =>
    nodes.some(({ bridges = {} }) => Object.hasOwn(bridges, bridge));
  return affected.filter(({ name }) => isEnabled(name)).map(describeLaterUnblocking);
}
