import type { Clock } from '../clock.ts';
import type { Permit, RateLimitSubject } from './rate-limit.ts';

/** For how long a refusal is believed before the limiter is asked again, in milliseconds: an admin's `DEL` is seen within it. */
const BELIEVE_MS = 1000;

/** Above this many remembered refusals, those that are over are let go. */
const SWEEP_ABOVE = 10_000;

interface Refusal {
  readonly until: number;
  readonly believedUntil: number;
}

/** Players that were recently refused a permit. */
export class KnownRefusals {
  readonly #refusals = new Map<RateLimitSubject, Refusal>();
  readonly #clock: Clock;
  #sweepAbove = SWEEP_ABOVE;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @returns undefined where nothing is known, or no longer believed */
  of(subject: RateLimitSubject): Permit | undefined {
    const refusal = this.#refusals.get(subject);
    const now = refusal === undefined ? 0 : this.#clock.monotonicMs();
    return refusal !== undefined && now < refusal.believedUntil
      ? { granted: false, retryAfterMs: refusal.until - now }
      : undefined;
  }

  remember(subject: RateLimitSubject, retryAfterMs: number): void {
    const now = this.#clock.monotonicMs();
    if (this.#refusals.size >= this.#sweepAbove) this.#sweep(now);
    this.#refusals.set(subject, {
      until: now + retryAfterMs,
      believedUntil: now + Math.min(retryAfterMs, BELIEVE_MS),
    });
  }

  #sweep(now: number): void {
    for (const [subject, { believedUntil }] of this.#refusals) {
      if (believedUntil <= now) this.#refusals.delete(subject);
    }
    this.#sweepAbove = Math.max(SWEEP_ABOVE, this.#refusals.size * 2);
  }
}
