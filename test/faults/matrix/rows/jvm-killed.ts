import { randomUUID } from 'node:crypto';
import { eventually } from '../../../support/eventually.ts';
import { joinAll, startChecks } from '../../../support/load/checks.ts';
import type { StandIn } from '../../../velocity-stand-in/stand-in.ts';
import { brokenAmong } from '../row.ts';
import type { Row } from '../row.ts';
import type { Store } from '../store.ts';
import { checksOf } from '../watches/check-watch.ts';
import { limitedProxies } from './limited-proxy.ts';

/** Longer than any restart, so that each permit that was taken before the restart still counts after it. */
const WINDOW_MS = 600_000;

const PLAYERS = 60;

/** Deadline for a JVM that has just started, on a loaded machine. */
const PATIENCE = { withinMs: 60_000 };

export const JVM_KILLED: Row<Store> = {
  fault: "The proxy's JVM is killed (-9) in the middle of a flood, and started again",
  promise: 'no player gets a second permit in the window, on either side of it; each is answered after it',
  run: async (store, { checksPerSecond }) => {
    const uuids = Array.from({ length: PLAYERS }, () => randomUUID());
    const proxies = await limitedProxies(store, WINDOW_MS);
    // A third of them come only after it: the limit must not keep them out.
    const before = await flood(await proxies.start(), uuids.slice(PLAYERS / 3), checksPerSecond, 'kill');
    const startedAtMs = performance.now();
    const again = await proxies.start();
    const restartMs = Math.round(performance.now() - startedAtMs);
    const after = await flood(again, uuids, checksPerSecond, 'finish');
    await again.stop();
    await proxies.remove();
    const permits = uuids.map((uuid) => before.permits(uuid) + after.permits(uuid));
    const newcomers = uuids.slice(0, PLAYERS / 3);
    return {
      load: [`${before.answers} and ${after.answers} answers to ${PLAYERS} players, flooding`],
      seen: [
        `at most ${Math.max(...permits)} permits a player, ready again after ${restartMs} ms`,
        `${permits.filter((count) => count === 0).length} permits were taken and never answered`,
      ],
      broken: brokenAmong({
        [`${Math.max(...permits)} permits for one player`]: Math.max(...permits) <= 1,
        [`${after.unanswered} unanswered after it`]: after.unanswered === 0,
        'who came after it was kept out': newcomers.every((uuid) => after.permits(uuid) === 1),
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
 * Has the players ask as fast as they are answered, until half of them are (and the JVM is killed) or all
 * (and the flood is over).
 */
async function flood(
  proxy: StandIn,
  uuids: readonly string[],
  perSecond: number,
  how: 'kill' | 'finish',
): Promise<Flood> {
  const checks = startChecks(await joinAll(proxy, uuids), perSecond, checksOf());
  const least = how === 'kill' ? uuids.length / 2 : uuids.length;
  await eventually(() => checks.askers.filter(({ answers }) => answers > 0).length >= least, PATIENCE);
  if (how === 'kill') await proxy.kill();
  checks.end();
  if (how === 'finish') await checks.finish();
  return {
    answers: checks.tookMs.length,
    unanswered: checks.unanswered.length,
    permits: (uuid) => checks.askers[uuids.indexOf(uuid)]?.grants.length ?? 0,
  };
}
