import type { BlocklistStore } from '../../../shared/feature-control/blocklist-store.ts';
import { createMethods } from '../../../shared/feature-control/create-methods.ts';
import type { MethodLimits } from '../../../shared/feature-control/methods.ts';
import { Subscriptions } from '../../../shared/feature-control/subscriptions/subscriptions.ts';
import type { Method } from '../../../shared/protocol/method.ts';
import type { ManualTime } from './manual-time.ts';

/** Creates every method as in the plugin, with new subscriptions. */
export function createAllMethods(
  blocklists: BlocklistStore,
  time: ManualTime,
  limits?: MethodLimits,
): Method[] {
  const subscriptions = new Subscriptions({ clock: time, timers: time, blocklists: () => blocklists });
  return createMethods({ blocklists, subscriptions }, limits);
}
