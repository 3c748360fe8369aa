import type { Clock } from './clock.ts';
import type { Logger } from './logger.ts';
import type { Timers } from './timers.ts';

/** What each program provides to the code that runs in all of them. */
export interface Platform {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
}
