import { checkFeatures } from '../../../../shared/feature-control/check-features.ts';
import { joinAll, startChecks, type Checks } from '../../../support/load/checks.ts';
import type { Span } from '../../../support/load/load.ts';
import type { StandIn } from '../../../velocity-stand-in/stand-in.ts';
import { brokenGuarantees } from '../row.ts';
import type { Outcome } from '../row.ts';
import { BLOCKED, CLIENT, FEATURES } from '../store.ts';
import { JvmPauses } from './jvm-pauses.ts';
import { percentile } from './watch.ts';
import type { Watch } from './watch.ts';

export interface CheckLoad {
  /** The name of these players in the table, such as `within the limit`. */
  readonly name: string;
  readonly players: number;
  readonly perSecond: number;
  /** Maximum time of an answer, in milliseconds. */
  readonly maxMs: number;
}

/** Maximum number of permits beyond the limit that one player may get in one outage on one proxy. */
const MAX_EXTRA_PERMITS = 1;

/**
 * Creates the requests of players during a fault. An answer is right if it has the blocked features, or
 * refuses the request by the limit.
 * @param pauses pauses of the JVM during which `INTERNAL_ERROR` is right; without it, it never is
 */
export function checksDuringFault(pauses?: JvmPauses): Checks {
  return {
    client: CLIENT,
    features: FEATURES,
    problemIn: (answer, { askedAtMs, answeredAtMs }) => {
      const isRight =
        answer.error === 'RATE_LIMITED' ||
        answer.payload?.blocklist.join() === BLOCKED.join() ||
        (answer.error === 'INTERNAL_ERROR' && pauses?.ignoreIfPaused(askedAtMs, answeredAtMs) === true);
      const tookMs = Math.round(answeredAtMs - askedAtMs);
      return isRight ? undefined : `${JSON.stringify(answer).slice(0, 120)} after ${tookMs} ms`;
    },
  };
}

/**
 * Sends requests of new players in turn until stopped, and checks the answers. Waiting players are skipped.
 */
export async function watchChecks(proxy: StandIn, load: CheckLoad): Promise<Watch> {
  const pauses = new JvmPauses(proxy);
  const players = await joinAll(proxy, load.players);
  const startedAt = performance.now();
  const checks = startChecks(players, load.perSecond, checksDuringFault(pauses));
  return {
    async stop() {
      const seconds = (performance.now() - startedAt) / 1000;
      await checks.finish();
      pauses.stop();
      return outcomeOf(checks, { seconds, ignored: pauses.ignoredCount }, load);
    },
  };
}

function outcomeOf(
  { tookMs, wrong, unanswered, senders }: ReturnType<typeof startChecks>,
  { seconds, ignored }: { readonly seconds: number; readonly ignored: number },
  { name, perSecond, maxMs }: CheckLoad,
): Outcome {
  const extraPermits = Math.max(
    ...senders.map(({ grants }) => countExtraPermits(grants, checkFeatures.limit.windowMs)),
  );
  const granted = senders.flatMap(({ grants }) => grants).length;
  const slowest = percentile(tookMs, 1);
  const times = [0.5, 0.99, 1].map((part) => percentile(tookMs, part)).join('/');
  return {
    load: [`${Math.round(tookMs.length / seconds)} of ${perSecond} checks/s (${name})`],
    seen: [
      `${tookMs.length} checks (${name}): ${unanswered.length} unanswered, ${wrong.length} wrong, ${granted} granted`,
      `at most ${extraPermits} permits too many`,
      ...(ignored === 0 ? [] : [`${ignored} ignored, because the proxy got no CPU time`]),
      `answers in ${times} ms (p50/p99/max)`,
    ],
    broken: brokenGuarantees({
      [`${name}: ${unanswered.length} checks unanswered`]: unanswered.length === 0,
      [`${name}: wrong answers, such as ${wrong.slice(0, 3).join(' ')}`]: wrong.length === 0,
      [`${name}: ${extraPermits} permits more than the limit`]: extraPermits <= MAX_EXTRA_PERMITS,
      [`${name}: an answer after ${slowest} ms`]: slowest <= maxMs,
      [`${name}: no check was granted`]: granted > 0,
    }),
  };
}

/**
 * Returns the number of permits that a player got beyond the limit of one per window. Only certain cases
 * count: the time from the earlier request to the later answer is shorter than the window.
 * @param grants the granted requests in the order they were sent
 */
function countExtraPermits(grants: readonly Span[], windowMs: number): number {
  return grants.filter(({ answeredAtMs }, index) => {
    const before = grants[index - 1];
    return before !== undefined && answeredAtMs - before.askedAtMs < windowMs;
  }).length;
}
