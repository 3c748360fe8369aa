import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { CancelTimer, Timers } from '../../../shared/timers.ts';

interface DelayedCall {
  readonly dueMs: number;
  readonly action: () => void;
}

/** Calls with the same delay, in the order in which they were asked for, which is that in which they are due. */
type Lane = Set<DelayedCall>;

/** A call of the platform's timer. Dear: it leaves the script. */
export type PlatformTimer = (delayMs: number, action: () => void) => void;

/**
 * Timers over the platform's, of which one serves all calls with the same delay: nearly every delayed call is the deadline of a request, all with the same
 * delay, nearly all cancelled, thousands a second.
 */
export class ScriptTimers implements Timers {
  readonly #lanes = new Map<number, Lane>();
  readonly #platformTimer: PlatformTimer;
  readonly #clock: Clock;
  readonly #logger: Logger;

  constructor(platformTimer: PlatformTimer, clock: Clock, logger: Logger) {
    this.#platformTimer = platformTimer;
    this.#clock = clock;
    this.#logger = logger;
  }

  after(delayMs: number, action: () => void): CancelTimer {
    const call = { dueMs: this.#clock.monotonicMs() + delayMs, action };
    const lane = this.#laneOf(delayMs);
    lane.add(call);
    return () => {
      lane.delete(call);
    };
  }

  #laneOf(delayMs: number): Lane {
    const known = this.#lanes.get(delayMs);
    if (known !== undefined) return known;
    const lane: Lane = new Set();
    this.#lanes.set(delayMs, lane);
    this.#wait(delayMs, lane, delayMs);
    return lane;
  }

  #wait(delayMs: number, lane: Lane, remainingMs: number): void {
    this.#platformTimer(Math.max(1, Math.ceil(remainingMs)), () => {
      this.#callDue(lane);
      const [next] = lane;
      if (next === undefined) this.#lanes.delete(delayMs);
      else this.#wait(delayMs, lane, next.dueMs - this.#clock.monotonicMs());
    });
  }

  #callDue(lane: Lane): void {
    const now = this.#clock.monotonicMs();
    for (const call of lane) {
      if (call.dueMs > now) return;
      lane.delete(call);
      try {
        call.action();
      } catch (cause) {
        this.#logger.error('A delayed call failed', cause);
      }
    }
  }
}
