import type { Permit, RateLimit, RateLimitSubject } from './rate-limit.ts';

/** Grants permits. A refusal has no other effect: it does not lengthen the wait (section 7.2, rule 3). */
export interface RateLimiter {
  /**
   * Takes one permit, or returns for how long there is none.
   * @returns a promise where something else has to be waited for; it rejects where that cannot be reached
   */
  take(subject: RateLimitSubject, limit: RateLimit): Permit | Promise<Permit>;
}
