import type { Clock } from '../clock.ts';
import { GRANTED } from './rate-limit.ts';
import type { Permit, RateLimit, RateLimiter, RateLimitSubject } from './rate-limit.ts';
import { SweptMap } from './swept-map.ts';

interface Window {
  /** When permits were granted, oldest first, at most `maxRequests` of them. */
  readonly grantedAtMs: number[];
  readonly windowMs: number;
}

/**
 * Permits in this program's own memory: exact here, unknown to others. What limits while Redis is unreachable
 * (G18).
 */
export class MemoryRateLimiter implements RateLimiter {
  readonly #windows = new SweptMap<RateLimitSubject, Window>((window, nowMs) => {
    dropOver(window, nowMs);
    return window.grantedAtMs.length === 0;
  });
  readonly #clock: Clock;

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

  /**
   * Records a permit that was taken elsewhere, so that it still counts here when Redis is lost. Every permit
   * is: the newest replaces the oldest where there are as many as the limit allows.
   */
  remember(subject: RateLimitSubject, limit: RateLimit): void {
    const now = this.#clock.monotonicMs();
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
    this.#windows.set(subject, fresh, now);
    return fresh;
  }
}

function dropOver({ grantedAtMs, windowMs }: Window, now: number): void {
  while (grantedAtMs[0] !== undefined && grantedAtMs[0] + windowMs <= now) grantedAtMs.shift();
}
