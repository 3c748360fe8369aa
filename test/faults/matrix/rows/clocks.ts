import { randomUUID } from 'node:crypto';
import { createShiftedClock, NO_CLOCKS } from '../../../support/faults/shifted-clock.ts';
import type { ShiftedClock } from '../../../support/faults/shifted-clock.ts';
import { joinAll, startChecks } from '../../../support/load/checks.ts';
import type { StandIn } from '../../../velocity-stand-in/stand-in.ts';
import { brokenAmong } from '../row.ts';
import type { Row } from '../row.ts';
import type { Store } from '../store.ts';
import { checksOf } from '../watches/check-watch.ts';
import { limitedProxies } from './limited-proxy.ts';
import { watchPermits } from './permits-in-redis.ts';

/** Short, so that many windows pass. */
const WINDOW_MS = 1000;

const HOUR_S = 3600;
const SHIFTS_S = [HOUR_S, -HOUR_S, 25 * 60, 0];
const SHIFT_EVERY_MS = 700;

const PLAYERS = 5;
/** Below what the guard lets one player send to each proxy. */
const PER_PLAYER = 10;

/**
 * How well a shifted clock must agree with what it was set to: set, read and compared on a loaded machine.
 */
const AGREEMENT_MS = 60_000;

export const CLOCKS: Row<Store> = {
  fault: "One proxy's clock is set back and forward an hour, again and again; the other's is right",
  promise: "limits hold to the millisecond of Redis's clock, and every permit is one that Redis gave",
  // The library reads its file at each look at the clock: on a machine that runs other tests a JVM takes too
  // long to start with it.
  longFormOnly: true,
  unavailable: NO_CLOCKS,
  run: async (store, form) => {
    const clock = createShiftedClock();
    const proxies = [await limitedProxies(store, WINDOW_MS), await limitedProxies(store, WINDOW_MS)] as const;
    const right = await proxies[0].start();
    const shifted = await proxies[1].start(clock.env);
    const uuids = Array.from({ length: PLAYERS }, () => randomUUID());
    const permits = await watchPermits(store, uuids);
    const players = [...(await joinAll(right, uuids)), ...(await joinAll(shifted, uuids))];
    const shifting = shiftAgainAndAgain(clock, shifted);
    const checks = startChecks(players, players.length * PER_PLAYER, checksOf());
    await new Promise((resolve) => setTimeout(resolve, Math.max(form.faultMs, 4 * WINDOW_MS)));
    checks.end();
    const { shifts, wrongShifts } = await shifting.stop();
    await checks.finish();
    await permits.stop();
    await Promise.all([right.stop(), shifted.stop()]);
    await Promise.all(proxies.map(async (folder) => folder.remove()));
    clock.remove();
    const granted = checks.askers.flatMap(({ grants }) => grants).length;
    const { tookMs, wrong, unanswered } = checks;
    return {
      load: [`${tookMs.length} answers to ${PLAYERS} players on both proxies`],
      seen: [
        `${shifts} shifts, ${granted} granted, ${permits.count} permits of Redis`,
        `at least ${permits.shortestGapMs()} ms between two of a player (window ${WINDOW_MS} ms)`,
      ],
      broken: brokenAmong({
        [`two permits within ${permits.shortestGapMs()} ms`]: permits.shortestGapMs() >= WINDOW_MS,
        [`${granted} granted, but ${permits.count} permits of Redis`]: granted === permits.count,
        [`${unanswered.length} checks unanswered`]: unanswered.length === 0,
        [`wrong answers, such as ${wrong.slice(0, 3).join(' ')}`]: wrong.length === 0,
        'too few permits to tell': granted > 2 * PLAYERS,
        [`a clock that was not shifted (${wrongShifts} times)`]: shifts > 2 && wrongShifts === 0,
      }),
    };
  },
};

/** Shifts the clock, and sees each time that the JVM takes it for the time. */
function shiftAgainAndAgain(
  clock: ShiftedClock,
  proxy: StandIn,
): { stop: () => Promise<{ shifts: number; wrongShifts: number }> } {
  const seen = { shifts: 0, wrongShifts: 0 };
  let isOver = false;
  const shift = async (): Promise<void> => {
    while (!isOver) {
      const seconds = SHIFTS_S[seen.shifts++ % SHIFTS_S.length] ?? 0;
      clock.shift(seconds);
      const differenceMs = (await proxy.clock()) - Date.now() - 1000 * seconds;
      if (Math.abs(differenceMs) > AGREEMENT_MS) seen.wrongShifts++;
      await new Promise((resolve) => setTimeout(resolve, SHIFT_EVERY_MS));
    }
  };
  const shifting = shift();
  return {
    async stop() {
      isOver = true;
      await shifting;
      return seen;
    },
  };
}
