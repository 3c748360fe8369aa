import type { RedisStore } from '../../support/redis/redis-stores.ts';
import { seeBlock } from './edits.ts';
import type { ProxyNetwork } from './topology-network.ts';
import { mergeOutcomes } from './row.ts';
import type { Outcome, Row } from './row.ts';
import { seeRefusals } from './sidecar-afterwards.ts';
import { BLOCKED } from './store.ts';
import { pass } from './row.ts';
import { BEFORE_MS } from './topology-fault.ts';
import type { TopologyFault } from './topology-fault.ts';
import { ANSWER_MS, EAGER } from './under-load.ts';
import { watchChecks } from './watches/check-watch.ts';

/** How long an edit may take to be seen when all is well again: a resync, and a loaded machine's time. */
const EDIT_MS = 20_000;

/** Players who ask rarely, in a window of the limit each about once. */
const MOST_SECONDS = 11;

export function onProxy<Store extends RedisStore>(fault: TopologyFault<Store>): Row<ProxyNetwork<Store>> {
  return {
    fault: fault.fault,
    promise:
      'no check unanswered or wrong, at most one permit too many, edits seen after, no command refused',
    longFormOnly: fault.longFormOnly ?? false,
    run: async (network, { allowanceMs, checksPerSecond, faultMs }) => {
      const mostMs = ANSWER_MS + allowanceMs;
      const players = MOST_SECONDS * checksPerSecond;
      const seldom = { name: 'seldom', players, perSecond: checksPerSecond, blocked: BLOCKED, mostMs };
      const watches = [
        await watchChecks(network.proxy, seldom),
        await watchChecks(network.proxy, { ...EAGER, mostMs }),
      ];
      await pass(BEFORE_MS);
      await fault.happen(network);
      await pass(faultMs);
      await fault.mend?.(network);
      const outcomes = await Promise.all(watches.map(async (watch) => watch.stop()));
      return mergeOutcomes([
        ...outcomes,
        await seeEdit(network),
        await seeRefusals(network),
        seeFailures(network),
      ]);
    },
  };
}

async function seeEdit<Store extends RedisStore>({
  keys,
  proxy,
  store,
}: ProxyNetwork<Store>): Promise<Outcome> {
  const startedAtMs = performance.now();
  const isSeen = await seeBlock({ admin: store.admin, keys, proxy }, EDIT_MS).then(
    () => true,
    () => false,
  );
  const tookMs = Math.round(performance.now() - startedAtMs);
  return {
    load: [],
    seen: [`an edit seen after ${tookMs} ms`],
    broken: isSeen ? [] : [`an edit was not seen within ${EDIT_MS} ms`],
  };
}

/** Why requests failed, by the proxy's log, where any did. */
function seeFailures({ proxy }: Pick<ProxyNetwork<RedisStore>, 'proxy'>): Outcome {
  const failures = proxy.log.filter((line) => line.includes('INTERNAL_ERROR: '));
  return { load: [], seen: [], broken: failures.slice(0, 3) };
}
