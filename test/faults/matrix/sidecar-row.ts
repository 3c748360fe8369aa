import { EXPECTED } from './store.ts';
import { mergeOutcomes } from './row.ts';
import type { Row } from './row.ts';
import type { RedisStore } from '../../support/redis/redis-stores.ts';
import { seeOperatorViews, seeRefusals, seeWrites } from './sidecar-afterwards.ts';
import type { SidecarNetwork } from './topology-network.ts';
import { pass } from './row.ts';
import { BEFORE_MS } from './topology-fault.ts';
import type { TopologyFault } from './topology-fault.ts';
import { watchGets } from './watches/get-watch.ts';
import { watchHealth } from './watches/health-watch.ts';

const HEALTH_MS = 2000;

export function onSidecar<Store extends RedisStore>(fault: TopologyFault<Store>): Row<SidecarNetwork<Store>> {
  const { degrades, longFormOnly = false } = fault;
  return {
    fault: fault.fault,
    promise: `GETs all 200, ${degrades ? 'degraded and ok within 2 s, ' : ''}writes seen and operators' views right after`,
    longFormOnly,
    run: async (network, form) => {
      const { origin } = network;
      const health = watchHealth(origin, { degrades, withinMs: HEALTH_MS + form.allowanceMs });
      const gets = watchGets({ origin, perSecond: form.getsPerSecond, expected: EXPECTED });
      await pass(BEFORE_MS);
      health.began?.();
      await fault.happen(network);
      health.ended?.();
      await pass(form.faultMs);
      await fault.mend?.(network);
      const outcomes = [await health.stop(), await gets.stop(), await seeWrites(network)];
      return mergeOutcomes([...outcomes, await seeOperatorViews(network), await seeRefusals(network)]);
    },
  };
}
