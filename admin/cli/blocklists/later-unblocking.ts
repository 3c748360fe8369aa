import { readPrograms } from '../../../node/redis/mirroring/heartbeats.ts';
import { BRIDGES } from '../../../shared/bridges/bridges.ts';
import { describeLaterUnblocking, laterUnblocking } from '../../../shared/bridges/later-unblocking.ts';
import { clientOf } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { CommandConnection } from '../command-connection.ts';
import type { CommandContext } from '../command-context.ts';

/** A feature that was removed from a list. */
interface UnblockedFeature {
  readonly list: BlocklistName;
  readonly feature: string;
}

/**
 * Names each mod in which the unblocking takes effect later, if a proxy has enabled its bridge; none if the
 * heartbeats of the proxies cannot be read.
 */
export async function warnOfLaterUnblocking(
  { err }: CommandContext,
  { redis, keys }: CommandConnection,
  unblocked: readonly UnblockedFeature[],
): Promise<void> {
  const affected = BRIDGES.filter((bridge) =>
    unblocked.some(({ list, feature }) => laterUnblocking([bridge], feature, clientOf(list)).length > 0),
  );
  if (affected.length === 0) return;
  const programs = await readPrograms(redis, keys).catch(() => []);
  for (const bridge of affected)
    if (programs.some(({ bridges = {} }) => Object.hasOwn(bridges, bridge.name)))
      err(describeLaterUnblocking(bridge), 'yellow');
}
