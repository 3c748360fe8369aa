import type { RedisStore } from '../../support/redis/redis-stores.ts';
import { seeBlock } from './edits.ts';
import type { TopologyNetwork } from './topology-network.ts';
import { mergeOutcomes, pass } from './row.ts';
import type { Outcome, Row } from './row.ts';
import { seeOperatorViews, seeRefusals, seeWrites } from './sidecar-afterwards.ts';
import type { TopologyFault } from './topology-fault.ts';
import { HEALTH_MS, startChecks } from './under-load.ts';
import { watchGets } from './watches/get-watch.ts';
import { watchHealth } from './watches/health-watch.ts';

/** Time in which an edit must be visible after recovery: a resync, plus a margin for a loaded machine. */
const EDIT_MS = 20_000;

/** Creates a row for a fault of several servers, with the load and the promises of both programs. */
export function onTopology<Store extends RedisStore>(
  fault: TopologyFault<Store>,
): Row<TopologyNetwork<Store>> {
  const { degrades, longFormOnly = false } = fault;
  return {
    fault: fault.fault,
    promise: `no check unanswered or wrong, at most one permit too many, GETs all 200, ${degrades ? 'degraded and ok within 2 s, ' : ''}edits and operators' views seen right after, no command refused`,
    longFormOnly,
    run: async (network, form) => {
      const { origin, proxy } = network;
      // A failover takes as long as it takes: who asks rarely does so about once in a window of the limit.
      const checks = await startChecks(proxy, form, Infinity);
      const gets = watchGets({ origin, perSecond: form.getsPerSecond });
      const health = watchHealth(origin, { degrades, withinMs: HEALTH_MS + form.allowanceMs });
      await pass(form.beforeMs);
      health.began?.();
      await fault.happen(network);
      health.ended?.();
      await pass(form.faultMs);
      await fault.mend?.(network);
      // The others look on until it is over for the sidecar.
      const healthSeen = await health.stop();
      const seen = await Promise.all([gets, ...checks].map(async (watch) => watch.stop()));
      const edits = await Promise.all([seeWrites(network), seeEdit(network)]);
      const views = [await seeOperatorViews(network), await seeRefusals(network), seeFailures(network)];
      return mergeOutcomes([healthSeen, ...seen, ...edits, ...views]);
    },
  };
}

async function seeEdit({ keys, proxy, store }: TopologyNetwork<RedisStore>): Promise<Outcome> {
  const startedAtMs = performance.now();
  const isSeen = await seeBlock({ admin: store.admin, keys, proxy }, EDIT_MS).then(
    () => true,
    () => false,
  );
  const tookMs = Math.round(performance.now() - startedAtMs);
  return {
    load: [],
    seen: [`an edit seen after ${tookMs} ms in the game`],
    broken: isSeen ? [] : [`an edit was not seen within ${EDIT_MS} ms`],
  };
}

/**
 * Returns the reasons of failed requests from the proxy's log, if any, except for a missed deadline: the
 * watches of the checks know whether the proxy had no processor time.
 */
function seeFailures({ proxy }: TopologyNetwork<RedisStore>): Outcome {
  const failures = proxy.log.filter(
    (line) => line.includes('INTERNAL_ERROR: ') && !line.includes('No answer within'),
  );
  return { load: [], seen: [], broken: failures.slice(0, 3) };
}
