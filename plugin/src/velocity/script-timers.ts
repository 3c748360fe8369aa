import type { Logger } from '../../../shared/logger.ts';
import type { CancelTimer, Timers } from '../../../shared/timers.ts';

/** A call of the platform's timer, in whole milliseconds. */
export type PlatformTimer = (delayMs: number, action: () => void) => void;

/** Timers over the platform's, which cannot be cancelled. */
export class ScriptTimers implements Timers {
  readonly #platformTimer: PlatformTimer;
  readonly #logger: Logger;

  constructor(platformTimer: PlatformTimer, logger: Logger) {
    this.#platformTimer = platformTimer;
    this.#logger = logger;
  }

  after(delayMs: number, action: () => void): CancelTimer {
    let wanted: (() => void) | undefined = action;
    this.#platformTimer(Math.ceil(delayMs), () => {
      this.#call(wanted);
    });
    return () => {
      // The platform keeps the call until it is due, but not what it would have needed.
      wanted = undefined;
    };
  }

  #call(action: (() => void) | undefined): void {
    try {
      action?.();
    } catch (cause) {
      this.#logger.error('A delayed call failed', cause);
    }
  }
}
