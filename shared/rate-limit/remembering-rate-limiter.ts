import type { Clock } from '../clock.ts';
import type { Permit, RateLimit, RateLimitSubject } from './rate-limit.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** For how long a refusal is believed before the limiter behind is asked again, in milliseconds: an admin's `DEL` is seen within it. */
const BELIEVE_MS = 1000;

/** Above this many remembered refusals, those that are over are let go. */
const SWEEP_ABOVE = 10_000;

interface Refusal {
  readonly until: number;
  readonly believedUntil: number;
}

/** Answers from memory for those who are known to be over the limit, so that a flood reaches nobody else. */
export class RememberingRateLimiter implements RateLimiter {
  readonly #refusals = new Map<string, Refusal>();
  readonly #behind: RateLimiter;
  readonly #clock: Clock;
  #sweepAbove = SWEEP_ABOVE;

  /** @param behind asked where memory does not know */
  constructor(behind: RateLimiter, clock: Clock) {
    this.#behind = behind;
    this.#clock = clock;
  }

  take(subject: RateLimitSubject, limit: RateLimit): Permit | Promise<Permit> {
    const key = `${subject.method}:${subject.player}`;
    const refusal = this.#refusals.get(key);
    const now = refusal === undefined ? 0 : this.#clock.monotonicMs();
    return refusal !== undefined && now < refusal.believedUntil
      ? { granted: false, retryAfterMs: refusal.until - now }
      : this.#ask(key, subject, limit);
  }

  #ask(key: string, subject: RateLimitSubject, limit: RateLimit): Permit | Promise<Permit> {
    this.#refusals.delete(key);
    const permit = this.#behind.take(subject, limit);
    return permit instanceof Promise
      ? permit.then((known) => this.#noted(key, known))
      : this.#noted(key, permit);
  }

  #noted(key: string, permit: Permit): Permit {
    if (!permit.granted) this.#remember(key, permit.retryAfterMs);
    return permit;
  }

  #remember(key: string, retryAfterMs: number): void {
    const now = this.#clock.monotonicMs();
    if (this.#refusals.size >= this.#sweepAbove) this.#sweep(now);
    this.#refusals.set(key, {
      until: now + retryAfterMs,
      believedUntil: now + Math.min(retryAfterMs, BELIEVE_MS),
    });
  }

  #sweep(now: number): void {
    for (const [key, { believedUntil }] of this.#refusals) {
      if (believedUntil <= now) this.#refusals.delete(key);
    }
    this.#sweepAbove = Math.max(SWEEP_ABOVE, this.#refusals.size * 2);
  }
}
