import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createShiftedClock, NO_CLOCKS } from '../../../support/faults/shifted-clock.ts';
import type { ShiftedClock } from '../../../support/faults/shifted-clock.ts';
import { joinAll, startChecks } from '../../../support/load/checks.ts';
import type { StandIn } from '../../../velocity-stand-in/stand-in.ts';
import { brokenGuarantees } from '../row.ts';
import type { Row } from '../row.ts';
import type { Store } from '../store.ts';
import { checksDuringFault } from '../watches/check-watch.ts';
import { createLimitedProxies } from './limited-proxy.ts';
import { watchPermits } from './permits-in-redis.ts';

/** Short, so that many windows pass during the test. */
const WINDOW_MS = 1000;

const HOUR_S = 3600;
const SHIFTS_S = [HOUR_S, -HOUR_S, 25 * 60, 0];
const SHIFT_EVERY_MS = 700;

const PLAYERS = 5;
/** Checks of each player per second, below the guard's limit of each proxy. */
const CHECKS_PER_PLAYER = 10;

/**
 * Maximum difference between a shifted clock and its setting. Setting, reading and comparing take time on a
 * loaded machine.
 */
const TOLERANCE_MS = 60_000;

export const CLOCKS: Row<Store> = {
  fault: "One proxy's clock is repeatedly set back and forward by an hour; the other's is right",
  guarantee: "limits hold to the millisecond by Redis's clock, and every permit was taken in Redis",
  // The library reads its file whenever the program reads the clock, so that a JVM starts too slowly on a
  // machine that also runs other tests.
  longFormOnly: true,
  unavailable: NO_CLOCKS,
  run: async (store, form) => {
    const clock = createShiftedClock();
    const proxies = [
      await createLimitedProxies(store, WINDOW_MS),
      await createLimitedProxies(store, WINDOW_MS),
    ] as const;
    const unshifted = await proxies[0].start();
    const shifted = await proxies[1].start(clock.env);
    const uuids = Array.from({ length: PLAYERS }, () => randomUUID());
    const permits = await watchPermits(store, uuids);
    const players = [...(await joinAll(unshifted, uuids)), ...(await joinAll(shifted, uuids))];
    const shifting = shiftRepeatedly(clock, shifted);
    const checks = startChecks(players, players.length * CHECKS_PER_PLAYER, checksDuringFault());
    await delay(Math.max(form.faultMs, 4 * WINDOW_MS));
    checks.end();
    const { shifts, wrongShifts } = await shifting.stop();
    await checks.finish();
    await permits.stop();
    await Promise.all([unshifted.stop(), shifted.stop()]);
    await Promise.all(proxies.map(async (limited) => limited.remove()));
    clock.remove();
    const granted = checks.senders.flatMap(({ grants }) => grants).length;
    const { tookMs, wrong, unanswered } = checks;
    return {
      load: [`${tookMs.length} answers to ${PLAYERS} players on both proxies`],
      seen: [
        `${shifts} shifts, ${granted} granted, ${permits.count} permits in Redis`,
        `at least ${permits.shortestGapMs()} ms between two permits of a player (window ${WINDOW_MS} ms)`,
      ],
      broken: brokenGuarantees({
        [`two permits within ${permits.shortestGapMs()} ms`]: permits.shortestGapMs() >= WINDOW_MS,
        [`${granted} granted, but ${permits.count} permits in Redis`]: granted === permits.count,
        [`${unanswered.length} checks unanswered`]: unanswered.length === 0,
        [`wrong answers, such as ${wrong.slice(0, 3).join(' ')}`]: wrong.length === 0,
        'too few permits for a result': granted > 2 * PLAYERS,
        [`the clock was not shifted (${wrongShifts} times)`]: shifts > 2 && wrongShifts === 0,
      }),
    };
  },
};

/** Shifts the clock repeatedly, and counts how often the JVM's time did not follow. */
function shiftRepeatedly(
  clock: ShiftedClock,
  proxy: StandIn,
): { stop: () => Promise<{ shifts: number; wrongShifts: number }> } {
  const counts = { shifts: 0, wrongShifts: 0 };
  let isOver = false;
  const shift = async (): Promise<void> => {
    while (!isOver) {
      const seconds = SHIFTS_S[counts.shifts++ % SHIFTS_S.length] ?? 0;
      clock.shift(seconds);
      const differenceMs = (await proxy.clock()) - Date.now() - 1000 * seconds;
      if (Math.abs(differenceMs) > TOLERANCE_MS) counts.wrongShifts++;
      await delay(SHIFT_EVERY_MS);
    }
  };
  const shifting = shift();
  return {
    async stop() {
      isOver = true;
      await shifting;
      return counts;
    },
  };
}
