import { BRIDGES } from '../../../shared/bridges/bridges.ts';
import { describeLaterUnblocking, laterUnblocking } from '../../../shared/bridges/later-unblocking.ts';
import type { FeatureChange } from '../../../shared/feature-control/blocklist-change.ts';
import { clientOf } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { isUnblocking } from '../../../shared/feature-control/entry-state.ts';
import type { ConnectedContext } from '../connected-context.ts';

/** What was changed in a list. */
export interface ListChanges {
  readonly list: BlocklistName;
  readonly changes: readonly FeatureChange[];
}

/**
 * Names each mod in which the unblocking takes effect later, if a proxy has enabled its bridge; none if the
 * heartbeats of the proxies cannot be read.
 */
export async function warnOfLaterUnblocking(
  { err, programs }: ConnectedContext,
  edits: readonly ListChanges[],
): Promise<void> {
  const unblocked = edits.flatMap(({ changes, list }) =>
    changes.filter(isUnblocking).map(({ feature }) => ({ feature, client: clientOf(list) })),
  );
  const affected = BRIDGES.filter((bridge) =>
    unblocked.some(({ client, feature }) => laterUnblocking([bridge], feature, client).length > 0),
  );
  if (affected.length === 0) return;
  const running = await programs();
  for (const bridge of affected)
    if (running.some(({ bridges = {} }) => Object.hasOwn(bridges, bridge.name)))
      err(describeLaterUnblocking(bridge), 'yellow');
}
