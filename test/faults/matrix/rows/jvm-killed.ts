import { randomUUID } from 'node:crypto';
import { applySettings } from '../../../jar/admin.ts';
import { startProxy } from '../../../jar/start-proxy.ts';
import { eventually } from '../../../support/eventually.ts';
import { joinAll, startChecks } from '../../../support/load/checks.ts';
import type { StandIn } from '../../../velocity-stand-in/stand-in.ts';
import type { RedisNetwork } from '../network-under-test.ts';
import { brokenGuarantees } from '../row.ts';
import type { Row } from '../row.ts';
import { KEY_PREFIX } from '../store.ts';
import { checksDuringFault } from '../watches/check-watch.ts';

/** Longer than any restart, so that a permit taken before the restart is still valid after it. */
const WINDOW_MS = 600_000;

const PLAYERS = 60;

/** Deadline for a JVM that has just started, on a loaded machine. */
const PATIENCE = { withinMs: 60_000 };

/** Runs last, as it kills the network's proxy. */
export const JVM_KILLED: Row<RedisNetwork> = {
  fault: "The proxy's JVM is killed (-9) in the middle of a flood, and started again",
  guarantee:
    'no player gets a second permit in the window, before or after the restart; after it, each is answered',
  run: async ({ faults, proxy }, { checksPerSecond }) => {
    const uuids = Array.from({ length: PLAYERS }, () => randomUUID());
    const config = `[limits.check-features]\nmax-requests = 1\nwindow-ms = ${WINDOW_MS}\n`;
    await applySettings(proxy, config);
    // A third of the players join only after the restart; they must get their permits.
    const before = await flood(proxy, uuids.slice(PLAYERS / 3), checksPerSecond, 'kill');
    const startedAtMs = performance.now();
    const restarted = await startProxy({ redisUrl: faults.url, keyPrefix: KEY_PREFIX, config });
    const restartMs = Math.round(performance.now() - startedAtMs);
    const after = await flood(restarted, uuids, checksPerSecond, 'finish');
    await restarted.stop();
    const permits = uuids.map((uuid) => before.permits(uuid) + after.permits(uuid));
    const newcomers = uuids.slice(0, PLAYERS / 3);
    return {
      load: [`${before.answers} and ${after.answers} answers to ${PLAYERS} players, flooding`],
      seen: [
        `at most ${Math.max(...permits)} permits a player, ready again after ${restartMs} ms`,
        `${permits.filter((count) => count === 0).length} permits were taken without an answer`,
      ],
      broken: brokenGuarantees({
        [`${Math.max(...permits)} permits for one player`]: Math.max(...permits) <= 1,
        [`${after.unanswered} unanswered after the restart`]: after.unanswered === 0,
        'a player that joined after the restart got no permit': newcomers.every(
          (uuid) => after.permits(uuid) === 1,
        ),
      }),
    };
  },
};

interface Flood {
  readonly answers: number;
  readonly unanswered: number;
  permits(uuid: string): number;
}

/**
 * Sends requests of the players continuously, until half of the players have an answer and the JVM is killed
 * (`kill`), or all of them have one (`finish`).
 */
async function flood(
  proxy: StandIn,
  uuids: readonly string[],
  perSecond: number,
  end: 'kill' | 'finish',
): Promise<Flood> {
  const checks = startChecks(await joinAll(proxy, uuids), perSecond, checksDuringFault());
  const minAnswered = end === 'kill' ? uuids.length / 2 : uuids.length;
  await eventually(() => checks.senders.filter(({ answers }) => answers > 0).length >= minAnswered, PATIENCE);
  if (end === 'kill') await proxy.kill();
  checks.end();
  if (end === 'finish') await checks.finish();
  return {
    answers: checks.tookMs.length,
    unanswered: checks.unanswered.length,
    permits: (uuid) => checks.senders[uuids.indexOf(uuid)]?.grants.length ?? 0,
  };
}
