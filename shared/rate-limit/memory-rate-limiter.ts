import type { Clock } from '../clock.ts';
import { GRANTED } from './rate-limit.ts';
import type { Permit, RateLimit, RateLimiter, RateLimitSubject } from './rate-limit.ts';
import { ExpiringMap } from './expiring-map.ts';

interface Window {
  /** When permits were granted, oldest first; at most `maxRequests` entries. */
  readonly grantedAtMs: number[];
  readonly windowMs: number;
}

/**
 * A rate limiter in this program's own memory: exact within the program, not shared with others. Used while
 * Redis is unreachable (G18).
 */
export class MemoryRateLimiter implements RateLimiter {
  readonly #windows = new ExpiringMap<RateLimitSubject, Window>((window, nowMs) => {
    dropExpired(window, nowMs);
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
   * Records a permit that the shared limiter granted, so that it still counts here if Redis becomes
   * unreachable. If the window is full, the new permit replaces the oldest.
   */
  record(subject: RateLimitSubject, limit: RateLimit): void {
    const now = this.#clock.monotonicMs();
    const { grantedAtMs } = this.#windowOf(subject, limit, now);
    if (grantedAtMs.length >= limit.maxRequests) grantedAtMs.shift();
    grantedAtMs.push(now);
  }

  #windowOf(subject: RateLimitSubject, { windowMs }: RateLimit, now: number): Window {
    const known = this.#windows.get(subject);
    if (known !== undefined) {
      dropExpired(known, now);
      return known;
    }
    const fresh: Window = { grantedAtMs: [], windowMs };
    this.#windows.set(subject, fresh, now);
    return fresh;
  }
}

function dropExpired({ grantedAtMs, windowMs }: Window, now: number): void {
  while (grantedAtMs[0] !== undefined && grantedAtMs[0] + windowMs <= now) grantedAtMs.shift();
}
