/** The difference between the browser's two clocks that counts as a jump of one of them, in milliseconds. */
const JUMP_MS = 1000;

/**
 * The time of Redis's clock, as of the latest answer of the server. It is continued with the browser's
 * monotonic clock, because the time of day may be set at any moment. The monotonic clock may stop while the
 * computer is suspended.
 */
export class RedisClock {
  /** The time of Redis's clock when the monotonic clock was 0. */
  #originMs = 0;
  /** The difference between the browser's time of day and its monotonic clock at the latest answer. */
  #differenceMs = 0;

  /** @param nowMs the time of Redis's clock, in milliseconds since the epoch */
  constructor(nowMs: number) {
    this.set(nowMs);
  }

  set(nowMs: number): void {
    this.#originMs = nowMs - performance.now();
    this.#differenceMs = difference();
  }

  /** Returns the time of Redis's clock, in milliseconds since the epoch. */
  now(): number {
    return Math.round(this.#originMs + performance.now());
  }

  /**
   * Whether one of the browser's clocks has jumped since the latest answer: the time must be requested again.
   */
  get hasJumped(): boolean {
    return Math.abs(difference() - this.#differenceMs) > JUMP_MS;
  }
}

function difference(): number {
  return Date.now() - performance.now();
}
