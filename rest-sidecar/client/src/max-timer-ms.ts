/**
 * The maximum delay of a timer, in milliseconds: some 25 days. A timer with a longer delay fires immediately.
 */
export const MAX_TIMER_MS = 2 ** 31 - 1;
