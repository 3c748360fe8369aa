import { checkFeatures } from '../../../../shared/feature-control/check-features.ts';
import type { StandIn } from '../../../velocity-stand-in/stand-in.ts';
import { joinAll, startChecks, type Checks } from '../../../support/load/checks.ts';
import type { Span } from '../../../support/load/load.ts';
import { brokenAmong } from '../row.ts';
import type { Outcome } from '../row.ts';
import { ASKED, BLOCKED } from '../store.ts';
import { JvmPauses } from './jvm-pauses.ts';
import { percentile } from './watch.ts';
import type { Watch } from './watch.ts';

export interface CheckLoad {
  /** The name of these players in the table, such as `seldom`. */
  readonly name: string;
  readonly players: number;
  readonly perSecond: number;
  /** Maximum time of an answer, in milliseconds. */
  readonly mostMs: number;
}

/** Maximum number of permits beyond the limit that one player may get in one outage on one proxy. */
const PERMITS_TOO_MANY = 1;

/**
 * What players ask for while a fault lasts: an answer is right that is refused, or names what is blocked.
 * @param pauses which excuse answers; without them, nothing does
 */
export function checksOf(pauses?: JvmPauses): Checks {
  const expected = JSON.stringify(BLOCKED);
  return {
    client: () => 'my-mod',
    features: ASKED,
    faultIn: (answer, { askedAtMs, answeredAtMs }) => {
      const isRight =
        answer.error === 'RATE_LIMITED' ||
        (answer.ok && JSON.stringify(answer.payload?.blocklist) === expected) ||
        (answer.error === 'INTERNAL_ERROR' && pauses?.excuse(askedAtMs, answeredAtMs) === true);
      const tookMs = Math.round(answeredAtMs - askedAtMs);
      return isRight ? undefined : `${JSON.stringify(answer).slice(0, 120)} after ${tookMs} ms`;
    },
  };
}

/** Players of their own ask in turns, until stopped. One who waits for an answer is passed over. */
export async function watchChecks(proxy: StandIn, load: CheckLoad): Promise<Watch> {
  const pauses = new JvmPauses(proxy);
  const players = await joinAll(proxy, load.players);
  const startedAt = performance.now();
  const checks = startChecks(players, load.perSecond, checksOf(pauses));
  return {
    async stop() {
      const seconds = (performance.now() - startedAt) / 1000;
      await checks.finish();
      pauses.stop();
      return judge(checks, { seconds, excused: pauses.excused }, load);
    },
  };
}

function judge(
  { tookMs, wrong, unanswered, askers }: ReturnType<typeof startChecks>,
  { seconds, excused }: { readonly seconds: number; readonly excused: number },
  { name, perSecond, mostMs }: CheckLoad,
): Outcome {
  const tooMany = Math.max(
    ...askers.map(({ grants }) => permitsTooMany(grants, checkFeatures.limit.windowMs)),
  );
  const granted = askers.flatMap(({ grants }) => grants).length;
  const slowest = percentile(tookMs, 1);
  const times = [0.5, 0.99, 1].map((part) => percentile(tookMs, part)).join('/');
  return {
    load: [`${Math.round(tookMs.length / seconds)} of ${perSecond} checks/s (${name})`],
    seen: [
      `${tookMs.length} checks (${name}): ${unanswered.length} unanswered, ${wrong.length} wrong, ${granted} granted`,
      `at most ${tooMany} permits too many`,
      ...(excused === 0 ? [] : [`${excused} too late, as the proxy had no processor`]),
      `answers in ${times} ms (p50/p99/most)`,
    ],
    broken: brokenAmong({
      [`${name}: ${unanswered.length} checks unanswered`]: unanswered.length === 0,
      [`${name}: wrong answers, such as ${wrong.slice(0, 3).join(' ')}`]: wrong.length === 0,
      [`${name}: ${tooMany} permits more than the limit`]: tooMany <= PERMITS_TOO_MANY,
      [`${name}: an answer after ${slowest} ms`]: slowest <= mostMs,
      [`${name}: nobody was granted anything`]: granted > 0,
    }),
  };
}

/**
 * How many permits a player got beyond the limit of one in a window. Only what is certain counts: two permits
 * whose questions and answers lie too close for any order of events between them.
 * @param grants in the order they were asked for
 */
function permitsTooMany(grants: readonly Span[], windowMs: number): number {
  return grants.filter(({ answeredAtMs }, index) => {
    const before = grants[index - 1];
    return before !== undefined && answeredAtMs - before.askedAtMs < windowMs;
  }).length;
}
