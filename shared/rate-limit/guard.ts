import type { Clock } from '../clock.ts';
import { GRANTED } from './rate-limit.ts';
import type { Permit, RateLimit, RateLimiter, RateLimitSubject } from './rate-limit.ts';

/** If there are at least this many subjects, those without a permit in their window are forgotten. */
const SWEEP_ABOVE = 10_000;

interface Window {
  /** When permits were granted, oldest first; at most `maxRequests` entries. */
  readonly grantedAtMs: number[];
  readonly windowMs: number;
}

/**
 * Limits requests in the memory of one program: exact within the program, not shared with others. A program
 * protects its own resources with it.
 */
export class Guard implements RateLimiter {
  readonly #windows = new Map<RateLimitSubject, Window>();
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #sweepAbove = SWEEP_ABOVE;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  take(subject: RateLimitSubject, limit: RateLimit): Permit {
    const now = this.#clock.monotonicMs();
    const grantedAtMs = this.#grantedAt(subject, limit, now);
    const oldest = grantedAtMs[0];
    if (oldest !== undefined && grantedAtMs.length >= limit.maxRequests) {
      return { granted: false, retryAfterMs: oldest + limit.windowMs - now };
    }
    grantedAtMs.push(now);
    return GRANTED;
  }

  /** Counts a permit that was granted elsewhere. If the window is full, it replaces the oldest. */
  record(subject: RateLimitSubject, limit: RateLimit): void {
    const now = this.#clock.monotonicMs();
    const grantedAtMs = this.#grantedAt(subject, limit, now);
    if (grantedAtMs.length >= limit.maxRequests) grantedAtMs.shift();
    grantedAtMs.push(now);
  }

  #grantedAt(subject: RateLimitSubject, { windowMs }: RateLimit, now: number): number[] {
    let window = this.#windows.get(subject);
    if (window === undefined) {
      if (this.#windows.size >= this.#sweepAbove) this.#sweep(now);
      window = { grantedAtMs: [], windowMs };
      this.#windows.set(subject, window);
    }
    dropExpired(window, now);
    return window.grantedAtMs;
  }

  #sweep(now: number): void {
    for (const [subject, window] of this.#windows) {
      dropExpired(window, now);
      if (window.grantedAtMs.length === 0) this.#windows.delete(subject);
    }
    this.#sweepAbove = Math.max(SWEEP_ABOVE, this.#windows.size * 2);
  }
}

function dropExpired({ grantedAtMs, windowMs }: Window, now: number): void {
  while (grantedAtMs[0] !== undefined && grantedAtMs[0] + windowMs <= now) grantedAtMs.shift();
}
