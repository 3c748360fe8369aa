import { checkFeatures } from '../../../../shared/feature-control/check-features.ts';
import type { StandIn } from '../../../velocity-stand-in/stand-in.ts';
import { brokenAmong } from '../row.ts';
import type { Outcome } from '../row.ts';
import { AskingPlayer, permitsTooMany } from './asking-player.ts';
import { JvmPauses } from './jvm-pauses.ts';
import { everySecond, percentile } from './watch.ts';
import type { Watch } from './watch.ts';

export interface CheckLoad {
  /** Who asks, in the table, such as `seldom`. */
  readonly name: string;
  readonly players: number;
  readonly perSecond: number;
  /** What is blocked of what they ask for. */
  readonly blocked: readonly string[];
  /** The longest that an answer may take, in milliseconds. */
  readonly mostMs: number;
}

/** What one player may get in one outage on one proxy beyond the limit. */
const PERMITS_TOO_MANY = 1;

/** Players of their own ask in turns, until stopped. One who waits for an answer is passed over. */
export async function watchChecks(proxy: StandIn, load: CheckLoad): Promise<Watch> {
  const joining = Array.from({ length: load.players }, async () => proxy.join({ connected: true }));
  const joined = await Promise.all(joining);
  const pauses = new JvmPauses(proxy);
  const players = joined.map((player) => new AskingPlayer(player, load.blocked, pauses));
  const startedAt = performance.now();
  let next = 0;
  const end = everySecond(load.perSecond, () => players[next++ % players.length]?.ask());
  return {
    async stop() {
      end();
      const seconds = (performance.now() - startedAt) / 1000;
      await Promise.all(players.map(async (player) => player.finish()));
      pauses.stop();
      return judge(players, seconds, load);
    },
  };
}

function judge(
  players: readonly AskingPlayer[],
  seconds: number,
  { name, perSecond, mostMs }: CheckLoad,
): Outcome {
  const tookMs = players.flatMap((player) => player.tookMs);
  const wrong = players.flatMap((player) => player.wrong);
  const excused = players.reduce((sum, player) => sum + player.excused, 0);
  const unanswered = players.reduce((sum, player) => sum + player.unanswered, 0);
  const tooMany = Math.max(
    ...players.map(({ grants }) => permitsTooMany(grants, checkFeatures.limit.windowMs)),
  );
  const granted = players.reduce((sum, { grants }) => sum + grants.length, 0);
  const slowest = percentile(tookMs, 1);
  const times = [0.5, 0.99, 1].map((part) => percentile(tookMs, part)).join('/');
  return {
    load: [`${Math.round(tookMs.length / seconds)} of ${perSecond} checks/s (${name})`],
    seen: [
      `${tookMs.length} checks (${name}): ${unanswered} unanswered, ${wrong.length} wrong, ${granted} granted`,
      `at most ${tooMany} permits too many`,
      ...(excused === 0 ? [] : [`${excused} too late, as the proxy had no processor`]),
      `answers in ${times} ms (p50/p99/most)`,
    ],
    broken: brokenAmong({
      [`${name}: ${unanswered} checks unanswered`]: unanswered === 0,
      [`${name}: wrong answers, such as ${wrong.slice(0, 3).join(' ')}`]: wrong.length === 0,
      [`${name}: ${tooMany} permits more than the limit`]: tooMany <= PERMITS_TOO_MANY,
      [`${name}: an answer after ${slowest} ms`]: slowest <= mostMs,
      [`${name}: nobody was granted anything`]: granted > 0,
    }),
  };
}
