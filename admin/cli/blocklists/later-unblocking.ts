import { BRIDGES } from '../../../shared/bridges/bridges.ts';
import { describeLaterUnblocking, laterUnblocking } from '../../../shared/bridges/later-unblocking.ts';
import { clientOf } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { readNodes } from '../../../node/redis/heartbeats.ts';
import type { RedisClient } from '../../../node/redis/redis-client.ts';

/** A feature that was removed from a list. */
export interface UnblockedFeature {
  readonly list: BlocklistName;
  readonly feature: string;
}

/**
 * Returns a sentence for each mod in which the unblocking takes effect later, if a proxy has enabled its
 * bridge; none if the heartbeats of the proxies cannot be read.
 */
export async function readLaterUnblocking(
  { redis, keys }: { readonly redis: RedisClient; readonly keys: RedisKeys },
  unblocked: readonly UnblockedFeature[],
): Promise<readonly string[]> {
  const affected = BRIDGES.filter((bridge) =>
    unblocked.some(({ list, feature }) => laterUnblocking([bridge], feature, clientOf(list)).length > 0),
  );
  if (affected.length === 0) return [];
  const nodes = await readNodes(redis, keys).catch(() => []);
  const isEnabled = (bridge: string): boolean =>
    nodes.some(({ bridges = {} }) => Object.hasOwn(bridges, bridge));
  return affected.filter(({ name }) => isEnabled(name)).map(describeLaterUnblocking);
}
