import { setTimeout as delay } from 'node:timers/promises';
import type { RedisStore } from '../../support/redis/redis-stores.ts';
import { blockUntilVisible } from './edits.ts';
import { mergeOutcomes } from './row.ts';
import type { Outcome, Row } from './row.ts';
import { verifyNoRefusals, verifyWrites } from './sidecar-afterwards.ts';
import type { TopologyFault } from './topology-fault.ts';
import type { TopologyNetwork } from './topology-network.ts';
import { HEALTH_MS, startChecks } from './under-load.ts';
import { watchGets } from './watches/get-watch.ts';
import { watchHealth } from './watches/health-watch.ts';

/**
 * Time in which an edit must be visible after recovery: the resync interval, plus a margin for a loaded
 * machine.
 */
const EDIT_MS = 20_000;

/**
 * Creates a row for a fault of a Redis with several servers, with the load and the guarantees of both
 * programs.
 */
export function topologyRow<Store extends RedisStore>(
  fault: TopologyFault<Store>,
): Row<TopologyNetwork<Store>> {
  const { degrades, longFormOnly = false } = fault;
  return {
    fault: fault.fault,
    guarantee: `no check unanswered or wrong, at most one permit too many, GETs all 200, ${degrades ? 'degraded and ok within 2 s, ' : ''}edits correct afterwards, no command refused`,
    longFormOnly,
    run: async (network, form) => {
      const { origin, proxy } = network;
      // The duration of a failover is unknown, so there are enough players for a load of any duration.
      const checks = await startChecks(proxy, form, Infinity);
      const gets = watchGets({ origin, perSecond: form.getsPerSecond });
      const health = watchHealth(origin, { degrades, withinMs: HEALTH_MS + form.allowanceMs });
      await delay(form.beforeMs);
      health.faultBegan?.();
      await fault.inject(network);
      health.faultEnded?.();
      await delay(form.faultMs);
      await fault.repair?.(network);
      // The other watches continue until the health has recovered.
      const healthOutcome = await health.stop();
      const outcomes = await Promise.all([gets, ...checks].map(async (watch) => watch.stop()));
      const edits = await Promise.all([verifyWrites(network), verifyEdit(network)]);
      const problems = [await verifyNoRefusals(network), verifyNoFailures(network)];
      return mergeOutcomes([healthOutcome, ...outcomes, ...edits, ...problems]);
    },
  };
}

async function verifyEdit({ keys, proxy, store }: TopologyNetwork<RedisStore>): Promise<Outcome> {
  const startedAtMs = performance.now();
  const isVisible = await blockUntilVisible({ admin: store.admin, keys, proxy }, EDIT_MS).then(
    () => true,
    () => false,
  );
  const tookMs = Math.round(performance.now() - startedAtMs);
  return {
    load: [],
    seen: [`an edit seen after ${tookMs} ms in the game`],
    broken: isVisible ? [] : [`an edit was not seen within ${EDIT_MS} ms`],
  };
}

/**
 * Checks that the proxy's log contains no failed request. Missed deadlines are ignored: only the watches of
 * the checks can detect that the proxy got no CPU time.
 */
function verifyNoFailures({ proxy }: TopologyNetwork<RedisStore>): Outcome {
  const failures = proxy.log.filter(
    (line) => line.includes('INTERNAL_ERROR: ') && !line.includes('No answer within'),
  );
  return { load: [], seen: [], broken: failures.slice(0, 3) };
}
