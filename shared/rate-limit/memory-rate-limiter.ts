import type { Clock } from '../clock.ts';
import { GRANTED } from './rate-limit.ts';
import type { Permit, RateLimit, RateLimitSubject } from './rate-limit.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** Above this many remembered subjects, those whose window is over are let go. */
const SWEEP_ABOVE = 10_000;

interface Window {
  /** When permits were granted, oldest first, at most `maxRequests` of them. */
  readonly grantedAtMs: number[];
  readonly windowMs: number;
}

/** Permits in this program's own memory: exact here, unknown to others. The limiter while Redis is unreachable (G18). */
export class MemoryRateLimiter implements RateLimiter {
  readonly #windows = new Map<RateLimitSubject, Window>();
  readonly #clock: Clock;
  #sweepAbove = SWEEP_ABOVE;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  take(subject: RateLimitSubject, limit: RateLimit): Permit {
    const now = this.#clock.monotonicMs();
    const { grantedAtMs } = this.#windowOf(subject, limit, now);
    const oldest = grantedAtMs[0];
    if (oldest !== undefined && grantedAtMs.length >= limit.maxRequests) {
      return { granted: false, retryAfterMs: oldest + limit.windowMs - now };
    }
    grantedAtMs.push(now);
    return GRANTED;
  }

  /** Records a permit that was taken elsewhere, so that it still counts here when Redis is lost. Every permit is: the only one of a window takes the place of the last. */
  remember(subject: RateLimitSubject, limit: RateLimit): void {
    const now = this.#clock.monotonicMs();
    if (limit.maxRequests === 1) this.#store(subject, { grantedAtMs: [now], windowMs: limit.windowMs }, now);
    else this.#rememberOneOfSeveral(subject, limit, now);
  }

  #rememberOneOfSeveral(subject: RateLimitSubject, limit: RateLimit, now: number): void {
    const { grantedAtMs } = this.#windowOf(subject, limit, now);
    if (grantedAtMs.length >= limit.maxRequests) grantedAtMs.shift();
    grantedAtMs.push(now);
  }

  #windowOf(subject: RateLimitSubject, { windowMs }: RateLimit, now: number): Window {
    const known = this.#windows.get(subject);
    if (known !== undefined) {
      dropOver(known, now);
      return known;
    }
    const fresh: Window = { grantedAtMs: [], windowMs };
    this.#store(subject, fresh, now);
    return fresh;
  }

  #store(subject: RateLimitSubject, window: Window, now: number): void {
    if (this.#windows.size >= this.#sweepAbove) this.#sweep(now);
    this.#windows.set(subject, window);
  }

  #sweep(now: number): void {
    for (const [subject, window] of this.#windows) {
      dropOver(window, now);
      if (window.grantedAtMs.length === 0) this.#windows.delete(subject);
    }
    this.#sweepAbove = Math.max(SWEEP_ABOVE, this.#windows.size * 2);
  }
}

function dropOver({ grantedAtMs, windowMs }: Window, now: number): void {
  while (grantedAtMs[0] !== undefined && grantedAtMs[0] + windowMs <= now) grantedAtMs.shift();
}
